import { nextAttempt } from '@basalt/contract/integrations/webhooks.rules.ts'
import { EVENT_LIFETIME_MS } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'

/** Requests to one webhook at the same time. */
export const CONCURRENT_REQUESTS = 16
/** Calls of one webhook's function at the same time. Each holds a connection that the project's APIs use too. */
export const CONCURRENT_CALLS = 4
/** Events of one webhook in memory. */
export const EVENTS_READ = 400
/** Results that are recorded without waiting for more. */
export const RESULTS_RECORDED = 200
/** How long a result waits for others to be recorded with it. */
export const RECORD_DELAY_MS = 100
/** How often an outbox in which nothing is due is read. */
export const POLL_MS = 1_000
/** How long requests that are being sent are waited for when a database is about to stop. */
export const CLOSE_TIMEOUT_MS = 2_000

/** When to try an event again after this many failed attempts; undefined when no attempt follows. */
export const nextAttemptOf = (attempts: number, createdAt: Date, now: Date): Date | undefined =>
  now.getTime() - createdAt.getTime() > EVENT_LIFETIME_MS ? undefined : nextAttempt(attempts, now)
