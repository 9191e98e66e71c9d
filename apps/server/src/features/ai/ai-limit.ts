import { AI_EDITS_PER_MINUTE, AI_TITLES_PER_MINUTE } from '@basalt/contract/ai/ai.rules.ts'
import { AI_MESSAGES_PER_MINUTE } from '@basalt/contract/ai/assistant.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'

const WINDOW_MS = 60_000

/**
 * Limits how many requests a minute a user can make to the AI endpoint. Each check throws `rate_limited` with the
 * seconds to wait. Requires @fastify/rate-limit.
 */
export function aiLimit(app: FastifyInstance) {
  const userIds = new WeakMap<FastifyRequest, string>()
  const limited = (kind: string, max: number) => {
    const check = app.createRateLimit({
      max,
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => `ai ${kind} ${userIds.get(request)}`,
    })
    return async (request: FastifyRequest, userId: string) => {
      userIds.set(request, userId)
      const limit = await check(request)
      if (!limit.isAllowed && limit.isExceeded)
        throw new AppError('rate_limited', `At most ${max} requests a minute. Wait a little and try again.`, {
          retryAfter: limit.ttlInSeconds,
        })
    }
  }
  return {
    limitEdits: limited('edit', AI_EDITS_PER_MINUTE),
    limitTitles: limited('title', AI_TITLES_PER_MINUTE),
    limitMessages: limited('message', AI_MESSAGES_PER_MINUTE),
  }
}
