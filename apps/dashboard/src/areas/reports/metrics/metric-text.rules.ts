import type { MetricUnit } from '@basalt/contract/metrics/metrics.rules.ts'
import { formatBytes } from '../../../lib/bytes.ts'

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })

const PERCENT = 100
const MS_PER_SECOND = 1000

/** A value of a metric with its unit: `12`, `1.2 MB/s`, `99.8%`, `340 ms`. */
export function metricText(unit: MetricUnit, value: number): string {
  switch (unit) {
    case 'count':
      return number(value, value < 10 ? 1 : 0)
    case 'bytes':
      return formatBytes(value)
    case 'bytes_per_second':
      return `${formatBytes(value)}/s`
    case 'part':
      return `${number(value * PERCENT, 1)}%`
    case 'per_second':
      return `${number(value, value < 10 ? 2 : 0)}/s`
    case 'ms':
      return value < MS_PER_SECOND
        ? `${number(value, value < 10 ? 1 : 0)} ms`
        : `${number(value / MS_PER_SECOND, 1)} s`
  }
}

/** The top of a chart's scale is at least this. */
export const topMinOf = (unit: MetricUnit): number =>
  ({ part: 1, count: 5, bytes: 1024, bytes_per_second: 1024, per_second: 1, ms: 10 })[unit]

/** One number for a whole time range: sums of counts, otherwise the average of what was measured; null for nothing. */
export function metricTotal(
  unit: MetricUnit,
  isSummed: boolean,
  values: readonly (number | null)[],
): number | null {
  const measured = values.filter((value) => value !== null)
  if (measured.length === 0) return null
  const sum = measured.reduce((all, value) => all + value, 0)
  return isSummed && (unit === 'count' || unit === 'bytes') ? sum : sum / measured.length
}

/** How a value compares with the one before: `12% more`, `the same`; undefined when there is nothing to compare. */
export function changeText(before: number | null, now: number | null): string | undefined {
  if (before === null || now === null) return undefined
  if (before === now) return 'the same'
  if (before === 0) return 'from none'
  const part = Math.abs(now - before) / before
  const percent =
    part >= 10
      ? `${number(part + (now > before ? 1 : 0), 0)} times`
      : `${number(part * PERCENT, part < 0.1 ? 1 : 0)}%`
  return `${percent} ${now > before ? 'more' : 'less'}`
}
