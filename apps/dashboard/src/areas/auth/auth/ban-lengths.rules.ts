import { BAN_HOURS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'

const DAY = 24

/** How long a ban can be, in hours, by what people read. */
export const banLengths = [
  { hours: 1, label: '1 hour' },
  { hours: DAY, label: '1 day' },
  { hours: 7 * DAY, label: '1 week' },
  { hours: 30 * DAY, label: '30 days' },
  { hours: 365 * DAY, label: '1 year' },
  // A century.
  { hours: BAN_HOURS_MAX, label: 'Until you end it' },
] as const

/** Hours that somebody entered; undefined for what the server refuses. */
export function banHoursOf(text: string): number | undefined {
  const hours = Number(text)
  return /^\d+$/.test(text.trim()) && hours >= 1 && hours <= BAN_HOURS_MAX ? hours : undefined
}
