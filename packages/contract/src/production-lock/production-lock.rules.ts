import { databaseImportNeeds } from '../database-import/database-import.needs.ts'
import type { Need } from '../permissions/need.rules.ts'
import { queryNeeds } from '../query/query.needs.ts'

const MINUTE_MS = 60_000

/** For how many minutes the dashboard offers to unlock production. */
export const unlockMinuteOptions = [15, 30, 60, 240] as const
export const DEFAULT_UNLOCK_MINUTES = 30
export const UNLOCK_MINUTES_MAX = 24 * 60

/** The lock of a project, as the project states it. */
export interface LockState {
  /** When it was locked; null for a project without a lock. */
  readonly locked_at: string | null
  /** Until when the lock is lifted; null unless it was. */
  readonly unlocked_until: string | null
}

/** Whether the lock holds at a time, in milliseconds since 1970. */
export const isLocked = ({ locked_at, unlocked_until }: LockState, now: number) =>
  locked_at !== null && (unlocked_until === null || Date.parse(unlocked_until) <= now)

/** How many milliseconds a lifted lock stays lifted; undefined when it is not lifted. */
export function unlockedMs({ locked_at, unlocked_until }: LockState, now: number): number | undefined {
  if (locked_at === null || unlocked_until === null) return undefined
  const left = Date.parse(unlocked_until) - now
  return left > 0 ? left : undefined
}

export const unlockedUntil = (minutes: number, now: number) =>
  new Date(now + minutes * MINUTE_MS).toISOString()

const CHANGES_DATABASE: readonly Need[] = [queryNeeds.runAnySql, databaseImportNeeds.importDatabase]

/** Whether a lock refuses what needs this, unless it only reads. */
export const isRefusedWhileLocked = (need: Need) => CHANGES_DATABASE.includes(need)

/** Why a change is refused, for its caller and for controls that are disabled. */
export const LOCKED_REFUSAL =
  'Production is locked. Make the change on a branch, or have an owner or administrator unlock it for a while.'
