import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type BlobStore, checkKey } from './blob-store.ts'
import { measure } from './measure.ts'

/** Stores blobs in the memory of the process. For tests. */
export function memoryBlobStore(): BlobStore {
  const blobs = new Map<string, { bytes: Buffer; writtenAt: Date }>()
  const store = (key: string, bytes: Buffer) => void blobs.set(key, { bytes, writtenAt: new Date() })
  return {
    async write(key, body) {
      checkKey(key)
      const { bytes, info } = measure(body)
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(chunk)
      store(key, Buffer.concat(chunks))
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
