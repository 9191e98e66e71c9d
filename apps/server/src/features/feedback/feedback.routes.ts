import { done } from '@basalt/contract/endpoint.ts'
import { sendFeedback } from '@basalt/contract/feedback/feedback.endpoints.ts'
import { FEEDBACK_PER_WINDOW, FEEDBACK_WINDOW_MINUTES } from '@basalt/contract/feedback/feedback.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'

export interface Idea {
  /** The sender's email address. */
  email: string
  message: string
  /** The path of the page that was open. */
  page: string | undefined
}

interface Deps {
  gates: Gates
  notifyOwner(idea: Idea): Promise<void>
  now: () => Date
}

/** Ideas for the operator of the installation. */
export const feedbackRoutes =
  ({ gates, notifyOwner, now }: Deps) =>
  async (app: FastifyInstance) => {
    const recent = new Map<string, number[]>()
    const windowMs = FEEDBACK_WINDOW_MINUTES * 60_000

    /** Per user, not per IP address: colleagues share one. Throws `rate_limited` with the seconds to wait. */
    const limit = (userId: string) => {
      const at = now().getTime()
      const times = (recent.get(userId) ?? []).filter((time) => time > at - windowMs)
      const [first] = times
      if (times.length >= FEEDBACK_PER_WINDOW && first !== undefined)
        throw new AppError(
          'rate_limited',
          `You have shared ${FEEDBACK_PER_WINDOW} ideas within an hour. Try again later.`,
          { retryAfter: Math.ceil((first + windowMs - at) / 1000) },
        )
      recent.set(userId, [...times, at])
    }

    mount(app, sendFeedback, gates.user, async ({ caller, body: { message, page } }) => {
      limit(caller.userId)
      await notifyOwner({ email: caller.email, message, page })
      return done
    })
  }
