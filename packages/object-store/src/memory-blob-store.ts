import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type BlobStore, type Bytes, checkKey } from './blob-store.ts'
import { measure } from './measure.ts'

/** Stores blobs in the memory of the process. For tests. */
export function memoryBlobStore(): BlobStore {
  const blobs = new Map<string, { bytes: Buffer; writtenAt: Date }>()
  const store = (key: string, bytes: Buffer) => void blobs.set(key, { bytes, writtenAt: new Date() })
  const write = async (key: string, body: Bytes) => {
    checkKey(key)
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    store(key, bytes)
    return { size: bytes.length }
  }
  return {
    write,
    async writeHashed(key, body) {
      const { bytes, info } = measure(body)
      await write(key, bytes)
      return info()
    },
    async adopt(key, file) {
      store(checkKey(key), await readFile(file))
    },
    async read(key, range) {
      const bytes = blobs.get(checkKey(key))?.bytes
      // A reader may free the memory of what it gets.
      return bytes && Readable.from([Buffer.from(range ? bytes.subarray(range.start, range.end + 1) : bytes)])
    },
    async remove(key) {
      blobs.delete(checkKey(key))
    },
    async *list(folder) {
      for (const [key, { writtenAt }] of blobs) if (key.startsWith(`${folder}/`)) yield { key, writtenAt }
    },
  }
}
