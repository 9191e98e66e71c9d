import type { Readable } from 'node:stream'
import { isUploadTooSlow, UPLOAD_IDLE_MS, UPLOAD_PACE_MS } from '@basalt/contract/storage/limits.rules.ts'
import { storageError } from '../storage-error.ts'

/** Passes bytes on while they are few enough, and does not wait for ever for the next. */
export async function* bounded(body: AsyncIterable<Uint8Array>, limit: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw storageError('EntityTooLarge')
    yield chunk
  }
}

/**
 * Ends a request whose sender has stopped sending, or sends so little at a time that it only holds the connection.
 * What came is passed on. Senders answer for the time they are waited for, not for ours. `request` is what the body
 * is read out of.
 */
export async function* unlessSlow(body: Readable, request = body) {
  const giveUp = (reason: string) =>
    request.destroy(storageError('InvalidRequest', `The upload brought ${reason}`))
  const idle = setTimeout(() => {
    if (isWaiting) giveUp(`nothing for ${UPLOAD_IDLE_MS / 1000} seconds`)
  }, UPLOAD_IDLE_MS)
  let isWaiting = true
  let waitedMs = 0
  let bytes = 0
  let from = performance.now()
  try {
    // A handler that stops reading answers first; only then is the rest of the request discarded.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      isWaiting = false
      waitedMs += performance.now() - from
      bytes += chunk.length
      const isTooSlow = isUploadTooSlow(waitedMs, bytes)
      if (waitedMs >= UPLOAD_PACE_MS) waitedMs = bytes = 0
      yield chunk
      if (isTooSlow) giveUp('too little at a time')
      isWaiting = true
      idle.refresh()
      from = performance.now()
    }
  } finally {
    clearTimeout(idle)
  }
}
