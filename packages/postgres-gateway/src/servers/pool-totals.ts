import { type ClosingReason, closingReasons } from './closing-reason.ts'

/** Counters that only grow. */
export interface PoolTotals {
  /** Transactions that have ended; not counted in session mode. */
  transactions: number
  /** Clients that waited for a server connection and got one. */
  waits: number
  /** Their total waiting time in milliseconds, not rounded. */
  waitedMs: number
  /** Clients that waited and got none. */
  timeouts: number
  opened: number
  closed: Record<ClosingReason, number>
}

export const noTotals = (): PoolTotals => ({
  transactions: 0,
  waits: 0,
  waitedMs: 0,
  timeouts: 0,
  opened: 0,
  closed: Object.fromEntries(closingReasons.map((reason) => [reason, 0])) as Record<ClosingReason, number>,
})

export function sumOf(all: Iterable<PoolTotals>): PoolTotals {
  const sum = noTotals()
  for (const { transactions, waits, waitedMs, timeouts, opened, closed } of all) {
    sum.transactions += transactions
    sum.waits += waits
    sum.waitedMs += waitedMs
    sum.timeouts += timeouts
    sum.opened += opened
    for (const reason of closingReasons) sum.closed[reason] += closed[reason]
  }
  return sum
}
