const DAY_MS = 86_400_000
const short = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Mar 12` */
export const shortDay = (day: string) => short.format(new Date(day))

/** `Mar 12, 2026` */
export const longDay = (day: string) => long.format(new Date(day))

/** `Mar 10, 2026 to Apr 9, 2026`: the first and the last day of a period whose `end` is not in it. */
export const daysInWords = (start: string, end: string) =>
  `${longDay(start)} to ${long.format(Date.parse(end) - DAY_MS)}`
