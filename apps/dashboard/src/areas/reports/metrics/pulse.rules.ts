import { type MetricChartId, metricCharts, unitOf } from '@basalt/contract/metrics/metric-charts.rules.ts'
import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import type { PresetReport } from '@basalt/contract/metrics/preset-reports.rules.ts'
import { metricText } from './metric-text.rules.ts'

/** How far the overview looks back. */
export const PULSE_RANGE = { range: '6h' } as const
const PULSE_HOURS = 'in 6 hours'

interface Tile {
  readonly title: string
  readonly chart: MetricChartId
  /** The lines of the chart that are added up. */
  readonly lines: number
  readonly report: PresetReport
  /** What its one number is: the sum of all steps, or the last step that was measured. */
  readonly shows: 'sum' | 'last'
}

const tiles: readonly Tile[] = [
  { title: 'Requests', chart: 'api_requests', lines: 3, report: 'api', shows: 'sum' },
  { title: 'Failed requests', chart: 'api_errors', lines: 2, report: 'api', shows: 'sum' },
  { title: 'Connections', chart: 'database_connections', lines: 1, report: 'database', shows: 'last' },
  { title: 'Database size', chart: 'database_size', lines: 1, report: 'database', shows: 'last' },
]
export const pulseCharts: readonly MetricChartId[] = tiles.map(({ chart }) => chart)

export interface PulseTile {
  readonly title: string
  readonly report: PresetReport
  readonly values: readonly (number | null)[]
  /** Its one number; undefined when nothing was measured. */
  readonly value: string | undefined
  readonly note: string
}

/** The tiles of the overview. */
export const pulseTiles = (series: MetricSeries): PulseTile[] =>
  tiles.map(({ title, chart, lines, report, shows }) => {
    const chosen = metricCharts[chart].lines.slice(0, lines).map(([metric]) => metric)
    const all = series.series.filter(({ metric }) => chosen.some((one) => one === metric))
    const values = (all[0]?.values ?? []).map((_, step) => {
      const measured = all.map((one) => one.values[step] ?? null).filter((value) => value !== null)
      return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0)
    })
    const measured = values.filter((value) => value !== null)
    const value = shows === 'sum' ? measured.reduce((sum, one) => sum + one, 0) : measured.at(-1)
    return {
      title,
      report,
      values,
      value: value === undefined ? undefined : metricText(unitOf(chart), value),
      note: shows === 'sum' ? PULSE_HOURS : 'last measured',
    }
  })
