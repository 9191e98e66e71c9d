import type { FastifyReply } from 'fastify'

/**
 * Returns a signal that is aborted when the client disconnects before the response is complete, or when `confirmed`
 * rejects.
 */
export const disconnectSignal = (reply: FastifyReply, confirmed?: Promise<void>): AbortSignal =>
  watchDisconnect(reply, confirmed).signal

/** As `disconnectSignal`, but calling `ignore` lets the work outlive the client. */
export function watchDisconnect(
  reply: FastifyReply,
  confirmed?: Promise<void>,
): { signal: AbortSignal; ignore(): void } {
  const disconnected = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  }
  reply.raw.once('close', onClose)
  confirmed?.catch(() => disconnected.abort())
  return { signal: disconnected.signal, ignore: () => void reply.raw.off('close', onClose) }
}
