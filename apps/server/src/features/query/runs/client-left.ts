import type { FastifyReply } from 'fastify'

/** Aborted when the client goes away before the answer is complete. */
export const whenGone = (reply: FastifyReply): AbortSignal => whenLeft(reply).signal

/** The same, until it is no longer of interest. */
export function whenLeft(reply: FastifyReply): { signal: AbortSignal; ignore(): void } {
  const gone = new AbortController()
  const leave = () => {
    if (!reply.raw.writableFinished) gone.abort()
  }
  reply.raw.once('close', leave)
  return { signal: gone.signal, ignore: () => void reply.raw.off('close', leave) }
}
