import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type BlobFacts, type Bytes, checkKey } from './blob-store.ts'
import { writeBehind } from './write-behind.ts'

export interface Staged<I> {
  /** What the program noted about it. */
  info: I
  /** How many bytes have come so far. */
  size: number
}

export type StagingArea<I> = ReturnType<typeof stagingArea<I>>

/**
 * Files that come in several pieces, on the local disk, until they are complete. What was acknowledged is flushed, so
 * that a sender goes on where the disk ends, whatever happened to the process in between. Ids are keys of blobs.
 * Only one caller at a time may append to a file.
 */
export function stagingArea<I>(root: string) {
  const folderOf = (id: string) => path.join(root, checkKey(id))
  const bytesOf = (id: string) => path.join(folderOf(id), 'bytes')
  const infoOf = (id: string) => path.join(folderOf(id), 'info.json')
  /**
   * Hashes go along with the bytes, so that the end costs no more than the middle. Lost when the process ends, and of no
   * use when not everything that went in was written: then the file is not as long.
   */
  const hashes = new Map<string, { hash: Hash; size: number }>()

  const hashUpTo = async (id: string, size: number) => {
    const running = hashes.get(id)
    if (running?.size === size) return running
    const hash = createHash('md5')
    if (size > 0)
      for await (const chunk of createReadStream(bytesOf(id), { end: size - 1 })) hash.update(chunk as Buffer)
    const fresh = { hash, size }
    hashes.set(id, fresh)
    return fresh
  }

  const note = async (id: string, info: I) => {
    const beside = `${infoOf(id)}.new`
    await writeFile(beside, JSON.stringify(info), { flush: true })
    await rename(beside, infoOf(id))
  }

  return {
    file: bytesOf,

    async create(id: string, info: I) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await writeFile(bytesOf(id), '', { mode: 0o600 })
      await note(id, info)
    },

    /** Replaces the note as a whole. */
    note,

    /** Undefined when there is none, or it was never complete. `size` is 0 once the bytes have been taken over. */
    async find(id: string): Promise<Staged<I> | undefined> {
      const text = await readFile(infoOf(id), 'utf8').catch(ignoreMissing)
      if (text === undefined) return undefined
      const size = (await stat(bytesOf(id)).catch(ignoreMissing))?.size ?? 0
      return { info: JSON.parse(text) as I, size }
    },

    /**
     * Adds bytes at `offset`, where the file must end. What came before the body broke off is kept; its error is
     * thrown. Returns the size of the file.
     */
    async append(id: string, offset: number, body: Bytes) {
      const running = await hashUpTo(id, offset)
      const handle = await open(bytesOf(id), 'r+')
      try {
        await writeBehind(handle, hashed(body, running), offset)
        return running.size
      } finally {
        await handle.datasync()
        await handle.close()
      }
    },

    /** Of the whole file. */
    async facts(id: string): Promise<BlobFacts> {
      const { size } = await stat(bytesOf(id))
      const { hash } = await hashUpTo(id, size)
      return { size, md5: hash.copy().digest('hex') }
    },

    /** Takes the place of what was there. */
    async rename(id: string, to: string) {
      hashes.delete(id)
      await rm(folderOf(to), { recursive: true, force: true })
      await rename(folderOf(id), folderOf(to))
    },

    async remove(id: string) {
      hashes.delete(id)
      await rm(folderOf(id), { recursive: true, force: true })
    },

    /** Everything below a folder, or below all folders. */
    async *ids(folder?: string): AsyncIterable<string> {
      const folders = folder === undefined ? await namesIn(root) : [folder]
      for (const each of folders)
        for (const name of await namesIn(path.join(root, each))) yield `${each}/${name}`
    },
  }
}

async function* hashed(body: Bytes, running: { hash: Hash; size: number }) {
  for await (const chunk of body) {
    running.hash.update(chunk)
    running.size += chunk.length
    yield chunk
  }
}

const namesIn = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? []

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
