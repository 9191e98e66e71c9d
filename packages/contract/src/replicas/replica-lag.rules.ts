/** How far a replica may be behind, in seconds, for reads whose caller states nothing else. */
export const READ_LAG_SECONDS = 10
export const READ_LAG_SECONDS_MAX = 3600

/** What a user name of the pooler ends with to read from replicas: `postgres.{ref}-read`. */
export const READ_SUFFIX = '-read'

/** Names the replicas of a project together where one of its databases is named. */
export const readIdentifierOf = (ref: string) => `${ref}${READ_SUFFIX}`

/** How often the lag of replicas is read while their project is awake, and how long readings are kept. */
export const LAG_INTERVAL_SECONDS = 10
export const LAG_HISTORY_SECONDS = 3600

/** Positions in the log of a primary, in bytes, and when it had written that far, in milliseconds. */
export interface LogPosition {
  at: number
  written: number
}

/**
 * How many seconds a replica is behind that has replayed the log up to a position. PostgreSQL reports the delay of what
 * was replayed last, which stays small while nothing more is replayed; what was written since `positions` tells more.
 */
export function lagSeconds(
  { written, replayed, reported }: { written: number; replayed: number; reported: number },
  positions: readonly LogPosition[],
  now: number,
): number {
  if (replayed >= written) return 0
  const missed = positions.find((position) => position.written > replayed)
  return Math.max(reported, missed ? (now - missed.at) / 1000 : 0)
}

/** Without readings that are too old. A time is in milliseconds. */
export const recentOf = <T extends { at: number }>(readings: readonly T[], now: number): T[] =>
  readings.filter(({ at }) => now - at <= LAG_HISTORY_SECONDS * 1000)
