import type { Readable } from 'node:stream'
import { UPLOAD_IDLE_MS } from '@basalt/contract/storage/limits.rules.ts'
import { storageError } from './storage-error.ts'

/** Passes bytes on while they are few enough, and does not wait for ever for the next. */
export async function* bounded(body: AsyncIterable<Uint8Array>, limit: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw storageError('EntityTooLarge')
    yield chunk
  }
}

/** Ends a request whose sender has stopped sending, so that nobody holds it open for nothing. */
export async function* unlessIdle(body: Readable, idleMs = UPLOAD_IDLE_MS) {
  const giveUp = () =>
    body.destroy(storageError('InvalidRequest', `The upload brought nothing for ${idleMs / 1000} seconds`))
  let timer = setTimeout(giveUp, idleMs)
  try {
    // Whoever stops reading answers first; only then the rest of the request is thrown away.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      yield chunk
      timer = setTimeout(giveUp, idleMs)
    }
  } finally {
    clearTimeout(timer)
  }
}
