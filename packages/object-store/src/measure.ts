import { createHash } from 'node:crypto'
import type { BlobFacts, Bytes } from './blob-store.ts'

/** Passes bytes through and knows at the end how many they were and their MD5. */
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
  return { bytes: passed(), facts: (): BlobFacts => ({ size, md5: hash.digest('hex') }) }
}
