/** The times of a schedule, in UTC. */
export interface Cron {
  /** Of a day, in order. */
  minutes: readonly number[]
  isDay(date: Date): boolean
}

/** The lowest and highest number of each field: minute, hour, day of the month, month, day of the week. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const satisfies (readonly [number, number])[]
const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/
const MINUTES_PER_HOUR = 60
const DAY_MS = 24 * 60 * 60 * 1000
/** Five years: 29 February comes within. */
const DAYS_TO_SEARCH = 366 * 5

/**
 * Reads five fields such as `17 2 * * 1-5`: numbers, ranges, lists and steps. When both days are restricted, either is
 * enough, as in every cron. Undefined for anything else, and for days that never come.
 */
export function parseCron(text: string): Cron | undefined {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) return undefined
  const fields = parts.map((part, index) => valuesOf(part, FIELDS[index]!))
  if (fields.includes(undefined)) return undefined
  const [minutes, hours, days, months, weekdays] = fields as [Set<number>, ...Set<number>[]]
  const anyDay = parts[2] === '*'
  const anyWeekday = parts[4] === '*'
  const cron: Cron = {
    minutes: [...hours!]
      .flatMap((hour) => [...minutes].map((minute) => hour * MINUTES_PER_HOUR + minute))
      .toSorted((a, b) => a - b),
    isDay(date) {
      if (!months!.has(date.getUTCMonth() + 1)) return false
      const isDay = days!.has(date.getUTCDate())
      const weekday = date.getUTCDay()
      const isWeekday = weekdays!.has(weekday) || (weekday === 0 && weekdays!.has(7))
      return anyDay || anyWeekday ? isDay && isWeekday : isDay || isWeekday
    },
  }
  return nextTime(cron, new Date(0)) && cron
}

function valuesOf(text: string, [lowest, highest]: readonly [number, number]): Set<number> | undefined {
  const values = new Set<number>()
  for (const item of text.split(',')) {
    const match = PART.exec(item)
    if (!match) return undefined
    const [, from, to, step] = match
    const first = from === undefined ? lowest : Number(from)
    // `5/10` counts from 5 to the end.
    const last = to === undefined ? (from === undefined || step !== undefined ? highest : first) : Number(to)
    const by = step === undefined ? 1 : Number(step)
    if (first < lowest || last > highest || first > last || by === 0) return undefined
    for (let value = first; value <= last; value += by) values.add(value)
  }
  return values
}

const midnight = (date: Date) => Math.floor(date.getTime() / DAY_MS) * DAY_MS

/** The first time of a schedule after a moment; undefined when there is none in five years. */
export function nextTime({ minutes, isDay }: Cron, after: Date): Date | undefined {
  for (let day = 0; day < DAYS_TO_SEARCH; day++) {
    const start = midnight(after) + day * DAY_MS
    if (!isDay(new Date(start))) continue
    const minute = minutes.find((one) => start + one * 60_000 > after.getTime())
    if (minute !== undefined) return new Date(start + minute * 60_000)
  }
  return undefined
}

/** The last time of a schedule at or before a moment; undefined when there was none in five years. */
export function lastTime({ minutes, isDay }: Cron, before: Date): Date | undefined {
  for (let day = 0; day < DAYS_TO_SEARCH; day++) {
    const start = midnight(before) - day * DAY_MS
    if (!isDay(new Date(start))) continue
    const minute = minutes.findLast((one) => start + one * 60_000 <= before.getTime())
    if (minute !== undefined) return new Date(start + minute * 60_000)
  }
  return undefined
}

/** The shortest time between two times of a schedule, in minutes: of two on one day, or of two days in a row. */
export function shortestGap({ minutes }: Cron): number {
  const gaps = minutes.slice(1).map((minute, index) => minute - minutes[index]!)
  return Math.min(...gaps, minutes[0]! + 24 * MINUTES_PER_HOUR - minutes.at(-1)!)
}
