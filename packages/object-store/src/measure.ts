import { createHash } from 'node:crypto'
import type { BlobInfo, Bytes } from './blob-store.ts'

/** Passes bytes through; `info` returns their number and MD5 at the end. */
export function measure(body: Bytes) {
  const hash = createHash('md5')
  let size = 0
  async function* passed() {
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { bytes: passed(), info: (): BlobInfo => ({ size, md5: hash.digest('hex') }) }
}
