import type { FastifyRequest } from 'fastify'

/**
 * How often the caller of an answer that stays open is looked up again, in milliseconds. The answer ends at most this
 * long, and the time of the look-up, after its session ended, its token was revoked or its project was closed to it.
 */
export const CALLER_CHECK_MS = 10_000

/** Whether what vouched for the caller of a request still does. Does not count as a use of it. */
export type IsStillVouched = (request: FastifyRequest) => Promise<boolean>

/**
 * Calls `end` once the caller may no longer be answered. Returns how to stop looking. A look-up that fails is reported
 * and repeated: an outage of the metadata closes no streams.
 */
export function whileAllowed(
  { log }: Pick<FastifyRequest, 'log'>,
  isAllowed: () => Promise<boolean>,
  end: () => void,
): () => void {
  let isStopped = false
  const look = async () => {
    try {
      if (!(await isAllowed()) && !isStopped) return end()
    } catch (error) {
      log.warn({ err: error }, 'The caller of an open answer could not be looked up')
    }
    if (!isStopped) timer = setTimeout(look, CALLER_CHECK_MS).unref()
  }
  let timer = setTimeout(look, CALLER_CHECK_MS).unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
