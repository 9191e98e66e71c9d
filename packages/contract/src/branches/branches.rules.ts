import type { PlanId } from '../organizations/organizations.rules.ts'

export const BRANCH_NAME_MAX = 100
export const GIT_BRANCH_MAX = 255

/** How many branches a project of each plan can have besides the default one. */
export const branchesMax: Readonly<Record<PlanId, number>> = { free: 2, pro: 10, team: 25, enterprise: 50 }

/** Days of silence after which a preview branch is deleted, unless another number is chosen. */
export const DEFAULT_EXPIRY_DAYS = 7
export const EXPIRY_DAYS_MAX = 365

/** How long before a branch is deleted its members are told. */
export const EXPIRY_NOTICE_HOURS = 24

/** Days of silence after which a new branch is deleted; null for never. `chosen` is undefined if not set. */
export const expiryDaysOf = ({
  persistent,
  chosen,
}: {
  persistent: boolean
  chosen: number | null | undefined
}): number | null => (persistent ? null : chosen === undefined ? DEFAULT_EXPIRY_DAYS : chosen)

/** How long a copy that was prepared for a branch is kept after the last request for it. */
export const PREPARED_BRANCH_MS = 60_000

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * What is due for a branch that has been silent since a time: nothing, telling its members, or its deletion. It is never
 * deleted before its members have known for a day.
 */
export function expiryStep({
  silentSince,
  announcedAt,
  days,
  now,
}: {
  silentSince: Date
  /** When its members were told during this silence. */
  announcedAt: Date | undefined
  days: number
  now: Date
}): 'none' | 'announce' | 'delete' {
  const notice = EXPIRY_NOTICE_HOURS * HOUR_MS
  const isDue = now.getTime() - silentSince.getTime() >= days * DAY_MS - notice
  if (!isDue) return 'none'
  if (!announcedAt) return 'announce'
  return now.getTime() - announcedAt.getTime() >= notice ? 'delete' : 'none'
}
