import type { Timings } from './timings.rules.ts'

export type RestartDecision = { restartAfterMs: number } | { giveUp: true }

/**
 * What to do about the latest crash: a single one is mended at once, a series ever more slowly, and an instance that
 * cannot stay up is left to the operator. One that a full disk stopped is retried until there is room.
 * @param crashes when each crash happened, in milliseconds, the latest last
 */
export function decideRestart(
  crashes: readonly number[],
  timings: Timings,
  { isDiskFull }: { isDiskFull: boolean },
): RestartDecision {
  const now = crashes.at(-1) ?? 0
  const recent = crashes.filter((at) => now - at < timings.crashWindowMs).length
  if (recent > timings.crashLimit && !isDiskFull) return { giveUp: true }
  const wait = timings.firstRestartMs * 2 ** Math.max(0, recent - 1)
  return { restartAfterMs: Math.min(wait, timings.longestRestartMs) }
}
