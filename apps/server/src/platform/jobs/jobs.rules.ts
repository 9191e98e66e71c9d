import type { Retry } from './job.ts'

export const USUAL_RETRY: Retry = { limit: 3, delaySeconds: 30, maxDelaySeconds: 15 * 60 }

export const USUAL_TIME_LIMIT_MINUTES = 15

/** How often queues are looked at for retries and scheduled runs, in seconds. What is enqueued starts at once. */
export const POLL_SECONDS = 30

/** How often runs whose time is over are looked for, in seconds. */
export const SUPERVISE_SECONDS = 300

/** How often pg-boss looks after parts of it that are not used, in seconds; every few seconds by default. */
export const UNUSED_SECONDS = 60 * 60

/** A run whose server has not been heard from for so long counts as failed. Twice as often it is heard from. */
export const HEARTBEAT_SECONDS = 120

/** How long finished runs are kept, in seconds: long enough to see what went wrong last week. */
export const KEPT_SECONDS = 7 * 24 * 60 * 60

/** Of a job for each project there may be thousands a day. */
export const KEPT_SECONDS_PER_PROJECT = 24 * 60 * 60

/** How long a server that stops waits for runs under way. Then their signals are aborted, and they get a second more. */
export const STOP_WITHIN_MS = 5_000
export const ABORT_WITHIN_MS = 1_000
