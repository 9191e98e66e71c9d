import type { Retry } from './job.ts'

export const DEFAULT_RETRY: Retry = { limit: 3, delaySeconds: 30, maxDelaySeconds: 15 * 60 }

export const DEFAULT_TIME_LIMIT_MINUTES = 15

/** Loading pg-boss blocks the event loop: the first requests after a start come first. */
export const START_DELAY_MS = 1_000

/** How often queues are polled for retries and scheduled runs, in seconds. An enqueued run starts at once. */
export const POLL_SECONDS = 30

/** How often expired runs are looked for, in seconds. */
export const SUPERVISE_SECONDS = 300

/** Interval of pg-boss features that are not used, in seconds; a few seconds by default. */
export const UNUSED_INTERVAL_SECONDS = 60 * 60

/** A run without a heartbeat for this long counts as failed. Heartbeats come twice as often. */
export const HEARTBEAT_SECONDS = 120

/** How long finished runs are stored, in seconds: long enough to see what went wrong last week. */
export const RETENTION_SECONDS = 7 * 24 * 60 * 60

/** Shorter for project jobs, which may have thousands of runs a day. */
export const PROJECT_RETENTION_SECONDS = 24 * 60 * 60

/** How long a stopping server waits for active runs. Then it aborts their signals and waits another second. */
export const STOP_TIMEOUT_MS = 5_000
export const ABORT_TIMEOUT_MS = 1_000
