import type { PoolActivity } from '@basalt/contract/poolers/poolers.schema.ts'

/** How often the counters are refetched. */
export const ACTIVITY_REFETCH_MS = 10_000

/** Closings that are not routine. */
const UNUSUAL = ['abandoned', 'timed_out', 'lost'] as const

const labels: Readonly<Record<(typeof UNUSUAL)[number], string>> = {
  abandoned: 'abandoned by clients',
  timed_out: 'not answering',
  lost: 'lost',
}

export function closingsOf({ totals: { closed } }: PoolActivity): { usual: number; unusual: string[] } {
  const all = Object.values(closed).reduce((sum, count) => sum + count, 0)
  const unusual = UNUSUAL.filter((reason) => (closed[reason] ?? 0) > 0)
  const usual = unusual.reduce((rest, reason) => rest - closed[reason], all)
  return { usual, unusual: unusual.map((reason) => `${closed[reason]} ${labels[reason]}`) }
}

/** The number of waiting clients, the longest wait and the number of timeouts. */
export function waitsOf({ clients, longest_wait_ms, totals }: PoolActivity): string {
  const now = clients.waiting === 0 ? 'none' : `${clients.waiting}, longest ${seconds(longest_wait_ms)}`
  return totals.timeouts === 0 ? now : `${now}; ${totals.timeouts} timed out`
}

const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
