import { relativeTime } from '../../../lib/relative-time.ts'

const DAY_MS = 86_400_000

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' })

/** `5 minutes ago`; after a day the date: `Nov 05, 2026`. */
export const insertedAt = (time: Date, now: Date = new Date()) =>
  now.getTime() - time.getTime() > DAY_MS ? day.format(time) : relativeTime(time, now)
