import type { Readable } from 'node:stream'
import { isUploadTooSlow, UPLOAD_IDLE_MS, UPLOAD_PACE_MS } from '@basalt/contract/storage/limits.rules.ts'
import { storageError } from '../storage-error.ts'

/** Passes bytes through, and throws EntityTooLarge above `limit` bytes. */
export async function* bounded(body: AsyncIterable<Uint8Array>, limit: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw storageError('EntityTooLarge')
    yield chunk
  }
}

/**
 * Aborts a request whose sender has stopped or is too slow. Passes on what was received. Only the time spent waiting
 * for the sender counts. `request` is the stream that contains the body.
 */
export async function* withUploadTimeout(body: Readable, request = body) {
  const abort = (reason: string) => request.destroy(storageError('InvalidRequest', reason))
  const idle = setTimeout(() => {
    if (isWaiting) abort(`No data was received for ${UPLOAD_IDLE_MS / 1000} seconds`)
  }, UPLOAD_IDLE_MS)
  let isWaiting = true
  let waitedMs = 0
  let bytes = 0
  let from = performance.now()
  try {
    // A handler that stops reading sends its response first; the rest of the request is discarded after that.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      isWaiting = false
      waitedMs += performance.now() - from
      bytes += chunk.length
      const isTooSlow = isUploadTooSlow(waitedMs, bytes)
      if (waitedMs >= UPLOAD_PACE_MS) waitedMs = bytes = 0
      yield chunk
      if (isTooSlow) abort('The upload was too slow')
      isWaiting = true
      idle.refresh()
      from = performance.now()
    }
  } finally {
    clearTimeout(idle)
  }
}
