/** A part of the timeline, in percent of its width. */
export interface TimelinePart {
  start: number
  width: number
}

interface Range {
  earliest: string
  latest: string
}

/** Narrower parts could not be seen. */
const WIDTH_MIN = 0.5

/** Where the ranges that can be restored lie on a line from the first moment to the last, oldest first. */
export function timelineParts(ranges: readonly Range[]): TimelinePart[] {
  const times = ranges.map(({ earliest, latest }) => [Date.parse(earliest), Date.parse(latest)] as const)
  const first = Math.min(...times.map(([start]) => start))
  const length = Math.max(1, Math.max(...times.map(([, end]) => end)) - first)
  return times.map(([start, end]) => ({
    start: (100 * (start - first)) / length,
    width: Math.max(WIDTH_MIN, (100 * (end - start)) / length),
  }))
}

/** Where a moment lies on that line, in percent; undefined outside of it. */
export function timelinePosition(ranges: readonly Range[], time: string): number | undefined {
  const first = Math.min(...ranges.map(({ earliest }) => Date.parse(earliest)))
  const last = Math.max(...ranges.map(({ latest }) => Date.parse(latest)))
  const at = Date.parse(time)
  return at < first || at > last ? undefined : (100 * (at - first)) / Math.max(1, last - first)
}

const MINUTE_MS = 60_000
/** Bars are counted together until they are as wide as this, in percent. */
const BAR_WIDTH = 1
/** A bar of the fewest writes can be seen too, in percent. */
const BAR_HEIGHT_MIN = 12

/** Writes per minute as bars on that line: place, width and height in percent of it. */
export function timelineBars(
  ranges: readonly Range[],
  writes: readonly { minute: string; count: number }[],
): (TimelinePart & { height: number })[] {
  const bars = new Map<number, number>()
  for (const { minute, count } of writes) {
    // The first minute began before the first moment.
    const middle = new Date(Date.parse(minute) + MINUTE_MS / 2).toISOString()
    const place = timelinePosition(ranges, middle) ?? timelinePosition(ranges, minute)
    if (place === undefined) continue
    const bar = Math.min(Math.floor(place / BAR_WIDTH), 100 / BAR_WIDTH - 1)
    bars.set(bar, (bars.get(bar) ?? 0) + count)
  }
  const most = Math.max(1, ...bars.values())
  return [...bars].map(([bar, count]) => ({
    start: bar * BAR_WIDTH,
    width: BAR_WIDTH,
    height: BAR_HEIGHT_MIN + (count / most) * (100 - BAR_HEIGHT_MIN) * 0.8,
  }))
}

/** Whether a moment can be restored. */
export const isRestorable = (ranges: readonly Range[], time: string) =>
  ranges.some(
    ({ earliest, latest }) =>
      Date.parse(earliest) <= Date.parse(time) && Date.parse(time) <= Date.parse(latest),
  )

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as the value of a field for local date and time, to the second. */
export function localField(time: string): string {
  const at = new Date(time)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The moment of such a field in ISO 8601; undefined while it is incomplete. */
export function momentOf(field: string): string | undefined {
  const at = new Date(field)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
