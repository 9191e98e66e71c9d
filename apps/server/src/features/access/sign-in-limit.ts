import {
  PASSWORD_ATTEMPTS,
  SESSION_COOKIE,
  SIGN_IN_ATTEMPTS_PER_ACCOUNT,
  SIGN_IN_ATTEMPTS_PER_ACCOUNT_ANYWHERE,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_WINDOW_MINUTES,
} from '@basalt/contract/access/access.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { networkOf } from '../../http/network-of.ts'

type Attempt = { email: string }

/**
 * Limits password guessing: attempts per account and address, per account from all addresses, and per address. Each
 * returned check throws `rate_limited` with the seconds to wait. Needs @fastify/rate-limit.
 */
export function signInLimit(app: FastifyInstance) {
  const timeWindow = SIGN_IN_WINDOW_MINUTES * 60_000
  const perAddress = app.createRateLimit({
    max: SIGN_IN_ATTEMPTS_PER_ADDRESS,
    timeWindow,
    keyGenerator: (request) => `address ${networkOf(request.ip)}`,
  })
  const perAccount = app.createRateLimit({
    max: SIGN_IN_ATTEMPTS_PER_ACCOUNT,
    timeWindow,
    keyGenerator: (request) => `account ${networkOf(request.ip)} ${emailOf(request)}`,
  })
  const perAccountAnywhere = app.createRateLimit({
    max: SIGN_IN_ATTEMPTS_PER_ACCOUNT_ANYWHERE,
    timeWindow,
    keyGenerator: (request) => `account anywhere ${emailOf(request)}`,
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
    /** Also for attempts from browsers where the account has never signed in. */
    limitStrangers: limitBy([perAccountAnywhere]),
    limitAddress: limitBy([perAddress]),
    /** For attempts in a signed-in browser. */
    limitSession: limitBy([perSession]),
  }
}

const emailOf = (request: FastifyRequest) => (request.body as Attempt).email.toLowerCase()
