import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStore, type Bytes, checkKey } from './blob-store.ts'
import { measure } from './measure.ts'
import { writeBehind } from './write-behind.ts'

const OWNER_ONLY = 0o700
/** What is read ahead of a client that takes its time. */
const READ_BYTES = 256 * 1024

/**
 * Keeps blobs as files. Bytes are written beside, flushed, and renamed into place, so that what has a name is complete.
 * What an earlier process left half written is removed at the beginning: `root` belongs to one process alone.
 */
export async function diskBlobStore(root: string): Promise<BlobStore> {
  const unfinished = path.join(root, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: OWNER_ONLY })
  const blobs = path.join(root, 'blobs')
  await mkdir(blobs, { recursive: true, mode: OWNER_ONLY })
  const made = new Set<string>()
  let written = 0

  const place = async (key: string) => {
    const file = path.join(blobs, shardOf(key))
    const folder = path.dirname(file)
    if (!made.has(folder)) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
      made.add(folder)
    }
    return file
  }

  return {
    async write(key, body) {
      checkKey(key)
      const beside = path.join(unfinished, String(++written))
      try {
        const facts = await writeFlushed(beside, body)
        await rename(beside, await place(key))
        return facts
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    async adopt(key, file) {
      await rename(file, await place(checkKey(key)))
    },
    async read(key, range) {
      const file = path.join(blobs, shardOf(checkKey(key)))
      const handle = await open(file).catch(ignoreMissing)
      if (!handle) return undefined
      // A range that ends before it begins is an empty file's.
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
          const facts = await stat(path.join(blobs, folder, shard, name)).catch(ignoreMissing)
          if (facts) yield { key: `${folder}/${name}`, writtenAt: facts.ctime }
        }
    },
  }
}

/** A folder of a million files is slow on many file systems: 256 folders hold them. */
function shardOf(key: string) {
  const cut = key.lastIndexOf('/')
  const name = key.slice(cut + 1)
  return path.join(key.slice(0, cut), name.slice(-2), name)
}

async function writeFlushed(file: string, body: Bytes) {
  const handle = await open(file, 'wx', 0o600)
  try {
    const { bytes, facts } = measure(body)
    await writeBehind(handle, bytes, 0)
    await handle.datasync()
    return facts()
  } finally {
    await handle.close()
  }
}

const namesIn = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? []

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
