import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export const disconnectSignal = (reply: FastifyReply): AbortSignal => watchDisconnect(reply).signal

/** As `disconnectSignal`, but calling `ignore` lets the work outlive the client. */
export function watchDisconnect(reply: FastifyReply): { signal: AbortSignal; ignore(): void } {
  const disconnected = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  }
  reply.raw.once('close', onClose)
  return { signal: disconnected.signal, ignore: () => void reply.raw.off('close', onClose) }
}
