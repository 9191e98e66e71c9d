import { RENEWAL_WINDOW_MINUTES, RENEWALS_MAX } from '@basalt/contract/members/members.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'

/**
 * Protects mailboxes: the returned check throws `rate_limited`, with the seconds to wait, for an invitation that was
 * resent too often. Needs @fastify/rate-limit.
 */
export function renewalLimit(app: FastifyInstance) {
  const check = app.createRateLimit({
    max: RENEWALS_MAX,
    timeWindow: RENEWAL_WINDOW_MINUTES * 60_000,
    keyGenerator: (request) => `invitation ${(request.params as { id: string }).id}`,
  })
  return async (request: FastifyRequest) => {
    const limit = await check(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw new AppError(
        'rate_limited',
        `This invitation was resent ${RENEWALS_MAX} times within an hour. Wait before you resend it, or share the link you have.`,
        { retryAfter: limit.ttlInSeconds },
      )
  }
}
