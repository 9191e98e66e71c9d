import type { DiskSpace } from '../engine.ts'
import type { Timings } from './timings.rules.ts'

export type RestartDecision = { restartAfterMs: number } | { giveUp: true }

/**
 * Decides what follows the latest crash: the delay doubles with each crash in the window, and an instance that keeps
 * crashing is left to the operator. One that a full disk stopped is retried until there is space.
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

/** A server writes the next file of its log as a whole, which has 16 MB, before it uses it; it needs some more to recover. */
export const ROOM_TO_START_BYTES = 32 * 1024 * 1024

/** Whether a server that a full disk stopped may start again. */
export const hasRoomToStart = ({ freeBytes }: DiskSpace) => freeBytes >= ROOM_TO_START_BYTES

/**
 * Whether a process does what a server always does: it recovers in its startup process, as a replica does all the time, or
 * accepts writes, and then has a WAL writer. The titles are PostgreSQL's.
 */
export const isServing = (title: string) => /^postgres: (?:.+: )?(?:startup|walwriter)\b/.test(title)
