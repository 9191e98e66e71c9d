import type { FastifyRequest } from 'fastify'

/**
 * How often the caller of a long-lived response is checked again, in milliseconds. The response ends at most this long
 * (and the duration of a check) after its session ended, its token was revoked or its caller lost access.
 */
export const CALLER_CHECK_MS = 10_000

/** Whether the session or token of a request is still valid. Does not count as a use of it. */
export type IsCredentialValid = (request: FastifyRequest) => Promise<boolean>

/**
 * Calls `end` once the caller may no longer be answered. Returns a function that stops the checks. A failed check is
 * logged and repeated, so that an outage of the metadata closes no streams.
 */
export function watchAccess(
  { log }: Pick<FastifyRequest, 'log'>,
  isAllowed: () => Promise<boolean>,
  end: () => void,
): () => void {
  let isStopped = false
  const check = async () => {
    try {
      if (!(await isAllowed()) && !isStopped) return end()
    } catch (error) {
      log.warn({ err: error }, 'Checking the caller of an open response failed')
    }
    if (!isStopped) timer = setTimeout(check, CALLER_CHECK_MS).unref()
  }
  let timer = setTimeout(check, CALLER_CHECK_MS).unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
