/** Interval of checks for idle projects: a project falls asleep by up to this much later than it could. */
export const IDLE_CHECK_INTERVAL_MS = 30_000

const MINUTE_MS = 60_000

/** The sessions of a database at one moment. Two equal snapshots mean that nobody used it between them. */
export interface SessionSnapshot {
  /** Whether a client is connected that would notice its end. */
  isInUse: boolean
  /** When a session last began or ended a statement, in seconds of PostgreSQL's clock; null when there is no session. */
  lastChange: number | null
  /** Number of sessions so far, without our own. */
  sessions: number
}

/** The state of a project between two checks. */
export interface Watched {
  snapshot: SessionSnapshot
  /** When it was last used, in milliseconds. */
  idleSince: number
}

/** Whether nobody used a database between two snapshots and nobody uses it now. */
export const isIdle = (before: SessionSnapshot, snapshot: SessionSnapshot) =>
  !snapshot.isInUse &&
  snapshot.sessions === before.sessions &&
  // The time of a session ends with it, so the newest that is left may be an older one.
  (snapshot.lastChange ?? 0) <= (before.lastChange ?? 0)

/** The state after another snapshot; the first one starts the idle time. */
export const watchedAfter = (
  before: Watched | undefined,
  snapshot: SessionSnapshot,
  now: number,
): Watched => ({
  snapshot,
  idleSince: before && isIdle(before.snapshot, snapshot) ? before.idleSince : now,
})

/** Whether it has been idle for the configured time. */
export const mayFallAsleep = ({ idleSince }: Watched, idleMinutes: number, now: number) =>
  now - idleSince >= idleMinutes * MINUTE_MS
