import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BlobInfo, type BlobStore, type Bytes, checkKey } from './blob-store.ts'
import { fileHashes } from './file-hashes.ts'
import { writeBehind } from './write-behind.ts'

const OWNER_ONLY = 0o700
/** How far to read ahead of a slow client. */
const READ_BYTES = 256 * 1024
/** A file up to this size is hashed as it arrives, a larger one by the thread that reads it. */
const SMALL_BYTES = 1024 * 1024

/**
 * Stores blobs as files. Bytes are written to a temporary file, flushed, and renamed into place, so that every named file
 * is complete. Files that an earlier process left half written are removed at the start: `root` belongs to one process,
 * unless it is only read, which may be a copy on a disk that cannot be written to.
 */
export async function diskBlobStore(
  root: string,
  { isOnlyRead = false }: { isOnlyRead?: boolean } = {},
): Promise<BlobStore> {
  const unfinished = path.join(root, 'unfinished')
  const blobs = path.join(root, 'blobs')
  if (!isOnlyRead) {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: OWNER_ONLY })
    await mkdir(blobs, { recursive: true, mode: OWNER_ONLY })
  }
  const created = new Set<string>()
  let written = 0

  const pathFor = async (key: string) => {
    const file = path.join(blobs, shardOf(key))
    const folder = path.dirname(file)
    if (!created.has(folder)) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
      created.add(folder)
    }
    return file
  }

  /** Has a temporary file written, and moves it into place. */
  const placed = async <T>(key: string, write: (temporary: string) => Promise<T>): Promise<T> => {
    checkKey(key)
    const temporary = path.join(unfinished, String(++written))
    try {
      const info = await write(temporary)
      await rename(temporary, await pathFor(key))
      return info
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    write: (key, body) => placed(key, (temporary) => writeFlushed(temporary, body)),
    writeHashed: (key, body) => placed(key, (temporary) => writeFlushedAndHashed(temporary, body)),
    async adopt(key, file) {
      const name = await pathFor(checkKey(key))
      await rm(name, { force: true })
      await link(file, name)
    },
    fileOf: (key) => path.join(blobs, shardOf(checkKey(key))),
    async read(key, range) {
      const file = path.join(blobs, shardOf(checkKey(key)))
      const handle = await open(file).catch(ignoreMissing)
      if (!handle) return undefined
      // A range that ends before it starts is that of an empty file.
      return createReadStream('', {
        fd: handle,
        highWaterMark: READ_BYTES,
        ...(range && range.end >= range.start ? range : {}),
      })
    },
    async remove(key) {
      await rm(path.join(blobs, shardOf(checkKey(key))), { force: true })
    },
    async *list(folder) {
      for (const shard of await namesIn(path.join(blobs, folder)))
        for (const name of await namesIn(path.join(blobs, folder, shard))) {
          const stats = await stat(path.join(blobs, folder, shard, name)).catch(ignoreMissing)
          if (stats) yield { key: `${folder}/${name}`, writtenAt: stats.ctime }
        }
    },
  }
}

/** Divides a folder into 256: a folder of a million files is slow on many file systems. */
function shardOf(key: string) {
  const cut = key.lastIndexOf('/')
  const name = key.slice(cut + 1)
  return path.join(key.slice(0, cut), name.slice(-2), name)
}

async function writeFlushed(file: string, body: Bytes): Promise<Pick<BlobInfo, 'size'>> {
  const handle = await open(file, 'wx', 0o600)
  try {
    return { size: await writeBehind(handle, body, 0) }
  } finally {
    await handle.close()
  }
}

async function writeFlushedAndHashed(file: string, body: Bytes): Promise<BlobInfo> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const { bytes, hash } = hashingSmall(body)
    const size = await writeBehind(handle, bytes, 0, (end) => {
      if (end > SMALL_BYTES) fileHashes.follow(file, end)
    })
    if (size <= SMALL_BYTES) return { size, md5: hash.digest('hex') }
    return { size, md5: await fileHashes.md5(file, size) }
  } finally {
    fileHashes.forget(file)
    await handle.close()
  }
}

/** Passes bytes through, and hashes them while they are so few that the thread is not worth its overhead. */
function hashingSmall(body: Bytes) {
  const hash = createHash('md5')
  async function* bytes() {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size <= SMALL_BYTES) hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: bytes(), hash }
}

const namesIn = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? []

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
