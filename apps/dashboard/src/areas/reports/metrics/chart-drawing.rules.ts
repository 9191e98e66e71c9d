import { type MetricChartId, metricCharts, unitOf } from '@basalt/contract/metrics/metric-charts.rules.ts'
import { type MetricId, metrics } from '@basalt/contract/metrics/metrics.rules.ts'
import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import type { TimeDrawing, TimeLine } from '../../../ui/chart/TimeChart.tsx'
import { changeText, metricText, metricTotal, topMinOf } from './metric-text.rules.ts'

interface Times {
  from: string
  to: string
}

/** The period of the same length that ends where this one begins. */
export function timesBefore({ from, to }: Times): Times {
  const length = Date.parse(to) - Date.parse(from)
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from }
}

/** The metrics of charts, each once. */
export const metricsOf = (charts: readonly MetricChartId[]): MetricId[] => [
  ...new Set(charts.flatMap((chart) => metricCharts[chart].lines.map(([metric]) => metric))),
]

const valuesOf = (series: MetricSeries | undefined, metric: MetricId): readonly (number | null)[] =>
  series?.series.find((one) => one.metric === metric)?.values ?? []

/** What a chart draws; undefined when nothing was measured in this time. The period before is a dashed line of its sum. */
export function chartDrawing(
  chart: MetricChartId,
  series: MetricSeries,
  before?: MetricSeries,
): TimeDrawing | undefined {
  const { lines, kind } = metricCharts[chart]
  const unit = unitOf(chart)
  const drawn: TimeLine[] = lines.map(([metric, tone]) => ({
    label: metrics[metric].title,
    tone,
    values: valuesOf(series, metric),
  }))
  if (drawn.every(({ values }) => values.every((value) => value === null))) return undefined
  const first = Date.parse(series.from)
  const starts = drawn[0]!.values.map((_, index) => first + index * series.step_ms)
  return {
    kind: before ? 'lines' : kind,
    starts,
    stepMs: series.step_ms,
    lines: before ? [...drawn, ...earlierLines(chart, before, starts.length)] : drawn,
    format: (value) => metricText(unit, value),
    topMin: topMinOf(unit),
    isBytes: unit === 'bytes' || unit === 'bytes_per_second',
  }
}

/** The first line of the period before, which stands for the chart. */
function earlierLines(chart: MetricChartId, before: MetricSeries, length: number): TimeLine[] {
  const [[metric]] = metricCharts[chart].lines
  const values = valuesOf(before, metric).slice(0, length)
  return [
    {
      label: `${metrics[metric].title}, before`,
      tone: 'earlier',
      values: [...values, ...new Array(length - values.length).fill(null)],
    },
  ]
}

export interface ChartFact {
  readonly metric: MetricId
  readonly label: string
  /** A sum or an average, as text; undefined when nothing was measured. */
  readonly value: string | undefined
  readonly change: string | undefined
}

/** One number for each line of a chart, with how it compares with the period before. */
export function chartFacts(chart: MetricChartId, series: MetricSeries, before?: MetricSeries): ChartFact[] {
  const { lines, kind } = metricCharts[chart]
  const unit = unitOf(chart)
  return lines.map(([metric]) => {
    const total = metricTotal(unit, kind === 'bars', valuesOf(series, metric))
    const earlier = before ? metricTotal(unit, kind === 'bars', valuesOf(before, metric)) : null
    return {
      metric,
      label: metrics[metric].title,
      value: total === null ? undefined : metricText(unit, total),
      change: changeText(earlier, total),
    }
  })
}

/** The steps of a chart with their values as text, newest first, without those where nothing was measured. */
export function chartTable(chart: MetricChartId, series: MetricSeries) {
  const unit = unitOf(chart)
  const columns = metricCharts[chart].lines.map(([metric]) => ({ metric, values: valuesOf(series, metric) }))
  const first = Date.parse(series.from)
  return columns[0]!.values
    .map((_, index) => ({
      start: first + index * series.step_ms,
      values: columns.map(({ values }) => values[index] ?? null),
    }))
    .filter(({ values }) => values.some((value) => value !== null))
    .reverse()
    .map(({ start, values }) => ({
      start,
      values: values.map((value) => (value === null ? '–' : metricText(unit, value))),
    }))
}

/** A chosen time, at least as long as a step and to whole steps, as ISO 8601. */
export function chosenTimes({ from, to }: { from: number; to: number }, stepMs: number): Times {
  const start = Math.floor(from / stepMs) * stepMs
  const end = Math.max(start + stepMs, Math.ceil(to / stepMs) * stepMs)
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}
