import { randomUUID } from 'node:crypto'
import { COUNTED_MAX, isFolderPath, type Move } from '@basalt/contract/storage/explorer.schema.ts'
import { FOLDER_PLACEHOLDER, isObjectKey } from '@basalt/contract/storage/names.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { findBucket } from '../buckets/buckets.store.ts'
import type { Catalog } from '../catalog.ts'
import { blobKey, type Janitor } from '../janitor.ts'
import { deleteObjects, findObject, insertObject, renameObject } from '../objects/objects.store.ts'
import { invalidKey, storageError } from '../storage-error.ts'
import {
  countFiles,
  deleteFolder,
  deletePlaceholder,
  folderExists,
  nameTaken,
  parentOf,
  renameFolder,
} from './folders.store.ts'

export type FolderService = ReturnType<typeof folderService>

interface Deps {
  blobs: BlobStore
  catalog: Catalog
  janitor: Janitor
  now: () => Date
}

/**
 * File operations of the explorer, each in one transaction. Folders exist only through their contents; a folder that
 * would become empty gets a placeholder.
 */
export function folderService({ blobs, catalog, janitor, now }: Deps) {
  /** Runs work that can keep folders alive with a placeholder. An unused placeholder's bytes are discarded. */
  const change = async <T>(
    ref: string,
    bucket: string,
    work: (rows: Transaction, keepFolders: (folders: Iterable<string>) => Promise<void>) => Promise<T>,
  ) => {
    const version = randomUUID()
    const { md5 } = await blobs.writeHashed(blobKey(ref, version), empty())
    const keeper = (rows: Transaction) => async (folders: Iterable<string>) => {
      for (const folder of folders)
        if (folder !== '' && !(await folderExists(rows, bucket, folder)))
          await insertObject(rows, placeholder(bucket, folder, version, md5))
    }
    try {
      return await catalog.as(ref, SERVICE, async (rows) => {
        await findBucket(rows, bucket)
        return work(rows, keeper(rows))
      })
    } finally {
      janitor.discard(ref, [version])
    }
  }

  const placeholder = (bucket: string, folder: string, version: string, md5: string) => ({
    id: randomUUID(),
    bucket,
    name: folder + FOLDER_PLACEHOLDER,
    owner: null,
    version,
    metadata: {
      eTag: `"${md5}"`,
      size: 0,
      contentLength: 0,
      mimetype: 'application/octet-stream',
      cacheControl: 'no-cache',
      lastModified: now().toISOString(),
      httpStatusCode: 200,
    },
    userMetadata: null,
  })

  const moveOne = async (rows: Transaction, bucket: string, move: Move) => {
    const { from, to } = move
    if (isFolderPath(from)) {
      const moved = await renameFolder(rows, bucket, move)
      if (moved === 0) throw storageError('NoSuchKey', `The folder ${from} no longer exists`)
      return moved
    }
    if (await findObject(rows, bucket, to)) throw nameTaken(to)
    if (!(await findObject(rows, bucket, from)))
      throw storageError('NoSuchKey', `The file ${from} no longer exists`)
    await renameObject(rows, { bucket, name: from }, { bucket, name: to })
    return 1
  }

  return {
    /** Paths that end with a slash are folders. Returns the number of moved objects. */
    async move(ref: string, bucket: string, moves: readonly Move[]) {
      for (const move of moves) mustBeMovable(move)
      const replaced: (string | null)[] = []
      const moved = await change(ref, bucket, async (rows, keepFolders) => {
        let count = 0
        for (const move of moves) count += await moveOne(rows, bucket, move)
        for (const folder of new Set(moves.map(({ to }) => parentOf(to))))
          replaced.push(...(await deletePlaceholder(rows, bucket, folder)))
        await keepFolders(new Set(moves.map(({ from }) => parentOf(from))))
        return count
      })
      janitor.discard(ref, replaced)
      return moved
    },

    /** The size of a deletion, for its confirmation. */
    async count(ref: string, bucket: string, paths: readonly string[]) {
      const counted = await catalog.as(ref, SERVICE, async (rows) => {
        await findBucket(rows, bucket)
        const selected = {
          files: paths.filter((path) => !isFolderPath(path)),
          folders: paths.filter(isFolderPath),
        }
        return countFiles(rows, bucket, selected, COUNTED_MAX + 1)
      })
      const isMore = counted.files > COUNTED_MAX
      return { ...counted, files: Math.min(counted.files, COUNTED_MAX), isMore }
    },

    /** Returns the paths that existed. */
    async remove(ref: string, bucket: string, paths: readonly string[]) {
      const versions: (string | null)[] = []
      const files = paths.filter((path) => !isFolderPath(path))
      const names = await change(ref, bucket, async (rows, keepFolders) => {
        const deleted = await deleteObjects(rows, bucket, files)
        versions.push(...deleted.map(({ version }) => version))
        const folders: string[] = []
        for (const folder of paths.filter(isFolderPath)) {
          const folderVersions = await deleteFolder(rows, bucket, folder)
          versions.push(...folderVersions)
          if (folderVersions.length > 0) folders.push(folder)
        }
        const found = [...deleted.map(({ name }) => name), ...folders]
        // A deleted folder is not kept alive for its deleted contents.
        await keepFolders([...new Set(found.map(parentOf))].filter((parent) => !isWithin(parent, folders)))
        return found
      })
      janitor.discard(ref, versions)
      return names.map((name) => ({ name }))
    },

    async create(ref: string, bucket: string, path: string) {
      const folder = path.replace(/\/$/, '')
      if (!isObjectKey(`${folder}/${FOLDER_PLACEHOLDER}`)) throw invalidKey(folder)
      const replaced: (string | null)[] = []
      await change(ref, bucket, async (rows, keepFolders) => {
        if ((await folderExists(rows, bucket, `${folder}/`)) || (await findObject(rows, bucket, folder)))
          throw nameTaken(folder)
        await keepFolders([`${folder}/`])
        replaced.push(...(await deletePlaceholder(rows, bucket, parentOf(`${folder}/`))))
      })
      janitor.discard(ref, replaced)
      return { path: folder }
    },
  }
}

async function* empty(): AsyncGenerator<Uint8Array> {}

const isWithin = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path.startsWith(folder))

function mustBeMovable({ from, to }: Move) {
  if (isFolderPath(from) !== isFolderPath(to))
    throw storageError(
      'InvalidRequest',
      'A folder can only be moved to a folder path, and a file to a file path',
    )
  if (!isObjectKey(to.replace(/\/$/, ''))) throw invalidKey(to)
  if (!isFolderPath(from)) {
    if (from === to) throw nameTaken(to)
    return
  }
  if (to.startsWith(from) && to !== from)
    throw storageError('InvalidRequest', 'A folder cannot be moved into itself')
  if (from.startsWith(to)) throw nameTaken(to)
}
