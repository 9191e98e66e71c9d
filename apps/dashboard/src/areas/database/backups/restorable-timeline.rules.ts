import type { RestorePoint, TimelineChange } from '@basalt/contract/backups/backups.schema.ts'
import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { durationWords } from '../../../lib/duration.ts'

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
/** An idle server writes some of its log, too: less than this in a minute does not fill the timeline with high bars. */
const BAR_BYTES_MIN = 64 * 1024

/** Bytes of log that were written in a step of the measurements. */
export interface Written {
  /** The middle of the step, ISO 8601. */
  at: string
  bytesPerMinute: number
}

/** The steps of a metric in bytes per second in which anything was written. */
export const writtenIn = ({ from, step_ms, series }: MetricSeries): Written[] =>
  (series[0]?.values ?? []).flatMap((value, index) =>
    value === null || value === 0
      ? []
      : [
          {
            at: new Date(Date.parse(from) + (index + 1 / 2) * step_ms).toISOString(),
            bytesPerMinute: (value * MINUTE_MS) / 1000,
          },
        ],
  )

/** What the highest bar stands for, by steps of this width; undefined when nothing was written. */
export function peakText(written: readonly Written[], stepMs: number): string | undefined {
  if (written.length === 0) return undefined
  const most = formatBytes(Math.max(...written.map(({ bytesPerMinute }) => bytesPerMinute)))
  return stepMs <= MINUTE_MS
    ? `at most ${most} a minute`
    : `at most ${most} a minute on average over ${durationWords(stepMs / 1000)}`
}

/** What was written as bars on that line: place, width and height in percent of it. A bar is as high as its busiest step. */
export function timelineBars(
  ranges: readonly Range[],
  written: readonly Written[],
): (TimelinePart & { height: number })[] {
  const bars = new Map<number, number>()
  for (const { at, bytesPerMinute } of written) {
    const place = timelinePosition(ranges, at)
    if (place === undefined) continue
    const bar = Math.min(Math.floor(place / BAR_WIDTH), 100 / BAR_WIDTH - 1)
    bars.set(bar, Math.max(bars.get(bar) ?? 0, bytesPerMinute))
  }
  const most = Math.max(BAR_BYTES_MIN, ...bars.values())
  return [...bars].map(([bar, bytes]) => ({
    start: bar * BAR_WIDTH,
    width: BAR_WIDTH,
    height: BAR_HEIGHT_MIN + (bytes / most) * (100 - BAR_HEIGHT_MIN) * 0.8,
  }))
}

export type MarkKind = 'schema' | 'merge' | 'data' | 'point'

/** Something that happened on that line: its place in percent, and what choosing it chooses. */
export interface TimelineMark {
  id: string
  kind: MarkKind
  place: number
  made_at: string
  change?: TimelineChange
}

/** Changes and restore points on that line. A restore point of a merge is drawn as a merge. */
export function timelineMarks(
  ranges: readonly Range[],
  points: readonly RestorePoint[],
  changes: readonly TimelineChange[],
): TimelineMark[] {
  const at = (made_at: string, mark: Omit<TimelineMark, 'place' | 'made_at'>): TimelineMark[] => {
    const place = timelinePosition(ranges, made_at)
    return place === undefined ? [] : [{ ...mark, place, made_at }]
  }
  const kindOf = ({ kind, origin }: TimelineChange) => (origin === 'merge' ? 'merge' : kind)
  return [
    ...changes.flatMap((change) => at(change.made_at, { id: change.id, kind: kindOf(change), change })),
    ...points.flatMap(({ id, reason, made_at }) =>
      at(made_at, { id, kind: reason === 'merge' ? 'merge' : 'point' }),
    ),
  ]
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

/** The end of the minute of a moment: what is measured by minutes is asked for up to there. */
export const minuteAfter = (time: string) =>
  new Date(Math.ceil((Date.parse(time) + 1) / MINUTE_MS) * MINUTE_MS).toISOString()
