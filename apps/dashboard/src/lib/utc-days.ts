const DAY_MS = 86_400_000
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `12 Mar` */
export const shortDay = (day: string) => short.format(new Date(day))

/** `12 Mar 2026` */
export const longDay = (day: string) => long.format(new Date(day))

/** `10 Mar 2026 to 9 Apr 2026`: the first and the last day of a period whose `end` is not in it. */
export const formatPeriod = (start: string, end: string) =>
  `${longDay(start)} to ${long.format(Date.parse(end) - DAY_MS)}`
