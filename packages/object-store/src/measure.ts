import { createHash } from 'node:crypto'
import type { BlobInfo, Bytes } from './blob-store.ts'

/** Passes bytes through; `size` returns their number at the end. */
export function counted(body: Bytes) {
  let size = 0
  async function* passed() {
    for await (const chunk of body) {
      size += chunk.length
      yield chunk
    }
  }
  return { bytes: passed(), size: () => size }
}

/** Passes bytes through; `info` returns their number and MD5 at the end. */
export function measure(body: Bytes) {
  const hash = createHash('md5')
  const { bytes, size } = counted(body)
  async function* passed() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: passed(), info: (): BlobInfo => ({ size: size(), md5: hash.digest('hex') }) }
}
