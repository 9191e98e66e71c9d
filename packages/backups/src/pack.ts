import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { backupKeys } from './backup-keys.ts'

/** Most files of a cluster are smaller than this in a pack, and lie beside each other. */
const SMALL_BYTES = 512 * 1024
/** What is read together, so that a store that takes long to answer is asked a few times instead of a thousand. */
const WINDOW_BYTES = 4 * 1024 * 1024
/** As many windows stay in memory: files are restored some at a time, in about the order of the pack. */
const WINDOWS_KEPT = 3

/** The bytes of a backup, read by their place. */
export interface Pack {
  id: string
  /** Undefined when there is no such pack; shorter when it ends too early. The reader owns the pieces. */
  read(at: number, length: number): Promise<AsyncIterable<Uint8Array> | undefined>
}

export function packOf(store: BlobStore, folder: string, id: string): Pack {
  const { pack: key } = backupKeys(folder, id)
  const kept = new Map<number, Promise<Buffer | undefined>>()
  const windowAt = (index: number) => {
    const known = kept.get(index)
    if (known) return known
    const range = { start: index * WINDOW_BYTES, end: (index + 1) * WINDOW_BYTES - 1 }
    const read = store.read(key, range).then((body) => body && buffer(body))
    kept.set(index, read)
    // The next file asks the store again.
    read.catch(() => kept.delete(index))
    if (kept.size > WINDOWS_KEPT) kept.delete(kept.keys().next().value!)
    return read
  }
  return {
    id,
    async read(at, length) {
      if (length > SMALL_BYTES) return store.read(key, { start: at, end: at + length - 1 })
      const pieces: Buffer[] = []
      for (let index = Math.floor(at / WINDOW_BYTES); index * WINDOW_BYTES < at + length; index++) {
        const bytes = await windowAt(index)
        if (!bytes) return undefined
        const start = index * WINDOW_BYTES
        pieces.push(Buffer.from(bytes.subarray(Math.max(at - start, 0), at + length - start)))
      }
      return each(pieces)
    },
  }
}

async function* each(pieces: readonly Buffer[]) {
  yield* pieces
}
