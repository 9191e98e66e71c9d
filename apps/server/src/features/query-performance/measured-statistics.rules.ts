/** Queries of one interval that are kept: those that took the most time, and those that were called most. */
export const KEPT_QUERIES_MAX = 60
/** Sessions of one sample that are kept, those that run longest first. */
export const KEPT_SESSIONS_MAX = 40

/** What `pg_stat_statements` has counted of a query since its entry was made. Times in milliseconds. */
export interface Counted {
  readonly id: string
  readonly role: string
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
  readonly blocksHit: number
  readonly blocksRead: number
  readonly maxMs: number
}

/** What is remembered of a query until the next measurement. */
export type Before = readonly [
  calls: number,
  totalMs: number,
  rows: number,
  blocksHit: number,
  blocksRead: number,
  maxMs: number,
]

export interface CountedBetween {
  readonly id: string
  readonly role: string
  readonly calls: number
  readonly totalMs: number
  readonly rows: number
  readonly blocksHit: number
  readonly blocksRead: number
  /** Undefined when an earlier call was longer. */
  readonly maxMs: number | undefined
}

/**
 * What was counted between two measurements. All that an entry has is new when it was not there before, or had more calls,
 * which means that it was reset in between.
 */
export function countedBetween(
  before: ReadonlyMap<string, Before>,
  now: readonly Counted[],
): CountedBetween[] {
  return now.flatMap((one) => {
    const known = before.get(one.id)
    const [calls, totalMs, rows, blocksHit, blocksRead, maxMs] =
      known && known[0] <= one.calls ? known : [0, 0, 0, 0, 0, 0]
    if (one.calls === calls) return []
    return {
      id: one.id,
      role: one.role,
      calls: one.calls - calls,
      totalMs: Math.max(0, one.totalMs - totalMs),
      rows: Math.max(0, one.rows - rows),
      blocksHit: Math.max(0, one.blocksHit - blocksHit),
      blocksRead: Math.max(0, one.blocksRead - blocksRead),
      maxMs: one.maxMs > maxMs ? one.maxMs : undefined,
    }
  })
}

/** Half of what is kept took the most time, the other half was called most. */
export function mostOf(counted: readonly CountedBetween[], max = KEPT_QUERIES_MAX): CountedBetween[] {
  if (counted.length <= max) return [...counted]
  const byTime = [...counted].sort((a, b) => b.totalMs - a.totalMs).slice(0, Math.ceil(max / 2))
  const chosen = new Set(byTime)
  const byCalls = counted.filter((one) => !chosen.has(one)).sort((a, b) => b.calls - a.calls)
  return [...byTime, ...byCalls.slice(0, max - byTime.length)]
}
