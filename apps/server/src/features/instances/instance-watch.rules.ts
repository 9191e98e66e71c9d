/** How often projects are checked for pending work, in milliseconds. */
export const WATCH_INTERVAL_MS = 5_000

/** How often each running database gets a query. */
export const PROBE_INTERVAL_MS = 10_000

/** How long a database may take to answer that query, its login included. */
export const ANSWER_TIMEOUT_MS = 5_000

/**
 * One query of so many is made after a new login, the others in a session that is kept, which costs next to nothing. A
 * database that answers but accepts no login is unhealthy within 45 seconds.
 */
export const PROBES_PER_LOGIN = 3

/** How a database is queried after `sinceLogin` queries without a new login: a failure is confirmed by one. */
export const probeWay = (sinceLogin: number, unanswered: number): ProbeWay =>
  unanswered > 0 || sinceLogin >= PROBES_PER_LOGIN - 1 ? 'login' : 'kept session'

/** Whether a database is queried after a new login or in a session that is kept. */
export type ProbeWay = 'login' | 'kept session'

/**
 * A project becomes ACTIVE_UNHEALTHY after this many queries in a row without an answer: 30 seconds after its database
 * froze at the latest.
 */
export const UNANSWERED_PROBES = 2

/** How many databases are queried at once. */
export const PROBE_CONCURRENCY = 4

/** How many databases are started at once when the server starts: more would make it unresponsive. */
export const START_CONCURRENCY = 6

/**
 * How long a database may take to close the server's connections, in milliseconds. A frozen one closes none and is
 * stopped anyway.
 */
export const RELEASE_TIMEOUT_MS = 5_000

/** The delay after failed work; it doubles with each failure, up to the longest. */
export const FIRST_RETRY_MS = 5_000
export const LONGEST_RETRY_MS = 300_000

/** How long to wait after this many failures in a row, in milliseconds. */
export const retryAfterMs = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS)
