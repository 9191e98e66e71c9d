import type { LogHistogram } from '@basalt/contract/logs/logs.schema.ts'

export interface HistogramBar {
  start: number
  info: number
  warning: number
  error: number
}

/** All bars of a histogram, also those without events, and the largest. */
export function barsOf({ from, to, bucket_ms: width, buckets }: LogHistogram): {
  bars: HistogramBar[]
  highest: number
} {
  const counted = new Map(buckets.map((bucket) => [Date.parse(bucket.start), bucket]))
  const first = Math.floor(Date.parse(from) / width) * width
  const bars: HistogramBar[] = []
  for (let start = first; start < Date.parse(to); start += width) {
    const { info = 0, warning = 0, error = 0 } = counted.get(start) ?? {}
    bars.push({ start, info, warning, error })
  }
  return { bars, highest: Math.max(1, ...bars.map(({ info, warning, error }) => info + warning + error)) }
}

/** The bar at a part of the width, from 0 to 1. */
export const barIndex = (part: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor(part * count)))

/** The times that two bars and those between them span, as ISO 8601. */
export function brushedTimes(bars: readonly HistogramBar[], one: number, other: number, width: number) {
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  return {
    from: new Date(bars[first]!.start).toISOString(),
    to: new Date(bars[last]!.start + width).toISOString(),
  }
}
