const DAY_SECONDS = 86_400

/** How long a signed URL works. */
export const URL_EXPIRIES = {
  week: { label: 'Expire in 1 week', seconds: 604_800 },
  month: { label: 'Expire in 1 month', seconds: 2_592_000 },
  year: { label: 'Expire in 1 year', seconds: 31_536_000 },
} as const

export const expiryUnits = ['days', 'weeks', 'months', 'years'] as const
export type ExpiryUnit = (typeof expiryUnits)[number]

const daysIn: Record<ExpiryUnit, number> = { days: 1, weeks: 7, months: 30, years: 365 }
const SECONDS_MAX = 1000 * 365 * DAY_SECONDS

/** Converts a duration to seconds; undefined unless it is a positive number of at most 1000 years. */
export function secondsOf(duration: string, unit: ExpiryUnit): number | undefined {
  if (!/^\d+(\.\d+)?$/.test(duration.trim())) return undefined
  const seconds = Math.round(Number(duration) * daysIn[unit] * DAY_SECONDS)
  return seconds > 0 && seconds <= SECONDS_MAX ? seconds : undefined
}
