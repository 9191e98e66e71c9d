import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type BlobInfo, type Bytes, checkKey } from './blob-store.ts'
import { fileHashes } from './file-hashes.ts'
import { writeBehind } from './write-behind.ts'

export interface StagedFile<I> {
  /** Metadata that the program stored with it. */
  info: I
  /** How many bytes have arrived so far; undefined once it is finished. */
  size: number | undefined
}

export type StagingArea<I> = ReturnType<typeof stagingArea<I>>

/**
 * Files that arrive in several pieces, on the local disk, until they are complete. Acknowledged bytes are flushed, so
 * that a sender continues where the file ends, even after a crash. Ids have the form of blob keys. Only one caller at a
 * time may append to a file.
 */
export function stagingArea<I>(root: string) {
  const folderOf = (id: string) => path.join(root, checkKey(id))
  const bytesOf = (id: string) => path.join(folderOf(id), 'bytes')
  const infoOf = (id: string) => path.join(folderOf(id), 'info.json')
  const note = async (id: string, info: I) => {
    const temporary = `${infoOf(id)}.new`
    await writeFile(temporary, JSON.stringify(info), { flush: true })
    await rename(temporary, infoOf(id))
  }

  return {
    file: bytesOf,

    async create(id: string, info: I) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await writeFile(bytesOf(id), '', { mode: 0o600 })
      await note(id, info)
    },

    /** Replaces the metadata. */
    note,

    /** Undefined when it does not exist, or was not completely created. */
    async find(id: string): Promise<StagedFile<I> | undefined> {
      const text = await readFile(infoOf(id), 'utf8').catch(ignoreMissing)
      if (text === undefined) return undefined
      const bytes = await stat(bytesOf(id)).catch(ignoreMissing)
      return { info: JSON.parse(text) as I, size: bytes?.size }
    },

    /**
     * Adds bytes at `offset`, where the file must end. Returns the size of the file. When the body breaks off, the bytes
     * before are stored and its error is thrown.
     */
    async append(id: string, offset: number, body: Bytes) {
      const file = bytesOf(id)
      const handle = await open(file, 'r+')
      try {
        return await writeBehind(handle, body, offset, (end) => fileHashes.follow(file, end))
      } finally {
        await handle.close()
      }
    },

    /** Size and MD5 of the whole file. */
    async facts(id: string): Promise<BlobInfo> {
      const { size } = await stat(bytesOf(id))
      return { size, md5: await fileHashes.md5(bytesOf(id), size) }
    },

    /** Removes the bytes, but not the metadata. */
    async finish(id: string) {
      fileHashes.forget(bytesOf(id))
      await rm(bytesOf(id), { force: true })
    },

    /** Replaces the file at the new id. */
    async rename(id: string, to: string) {
      fileHashes.forget(bytesOf(id))
      await rm(folderOf(to), { recursive: true, force: true })
      await rename(folderOf(id), folderOf(to))
    },

    async remove(id: string) {
      fileHashes.forget(bytesOf(id))
      await rm(folderOf(id), { recursive: true, force: true })
    },

    /** The ids below a folder, or below all folders. */
    async *ids(folder?: string): AsyncIterable<string> {
      const folders = folder === undefined ? await namesIn(root) : [folder]
      for (const each of folders)
        for (const name of await namesIn(path.join(root, each))) yield `${each}/${name}`
    },
  }
}

const namesIn = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? []

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
