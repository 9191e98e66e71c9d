import {
  PASSWORD_ATTEMPTS,
  SESSION_COOKIE,
  SIGN_IN_ATTEMPTS_PER_ACCOUNT,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from '@basalt/contract/access/access.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'

type Attempt = { email: string }

/**
 * Slows down guessing: so many attempts for one account from one address, and so many from one address in all.
 * Each returned check throws `rate_limited` with the seconds to wait. Needs @fastify/rate-limit.
 */
export function signInLimit(app: FastifyInstance) {
  const timeWindow = SIGN_IN_WINDOW_MINUTES * 60_000
  const perAddress = app.createRateLimit({
    max: SIGN_IN_ATTEMPTS_PER_ADDRESS,
    timeWindow,
    keyGenerator: (request) => `address ${request.ip}`,
  })
  const perAccount = app.createRateLimit({
    max: SIGN_IN_ATTEMPTS_PER_ACCOUNT,
    timeWindow,
    keyGenerator: (request) => `account ${request.ip} ${(request.body as Attempt).email.toLowerCase()}`,
  })
  const perSession = app.createRateLimit({
    max: PASSWORD_ATTEMPTS,
    timeWindow,
    keyGenerator: (request) => `session ${request.cookies[SESSION_COOKIE]}`,
  })
  const limitBy = (checks: (typeof perAddress)[]) => async (request: FastifyRequest) => {
    for (const check of checks) {
      const limit = await check(request)
      if (!limit.isAllowed && limit.isExceeded)
        throw new AppError('rate_limited', 'Too many attempts. Wait a few minutes and try again.', {
          retryAfter: limit.ttlInSeconds,
        })
    }
  }
  return {
    /** For attempts that name an account. */
    limitAttempts: limitBy([perAddress, perAccount]),
    limitAddress: limitBy([perAddress]),
    /** For attempts of a browser that is signed in. */
    limitSession: limitBy([perSession]),
  }
}
