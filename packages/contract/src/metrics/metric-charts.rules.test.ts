import { expect, test } from 'vitest'
import { parseLogSearch } from '../logs/log-search.rules.ts'
import { fieldsOf } from '../logs/logs.rules.ts'
import {
  metricChartIds,
  metricCharts,
  presetReportIds,
  presetReports,
  unitOf,
} from './metric-charts.rules.ts'
import { METRICS_PER_REQUEST_MAX, metrics } from './metrics.rules.ts'

test.each(metricChartIds)('the lines of %s have one unit, and its logs can be searched', (id) => {
  const chart = metricCharts[id]
  expect(new Set(chart.lines.map(([metric]) => metrics[metric].unit))).toEqual(new Set([unitOf(id)]))
  const { scope, q = '' } = chart.logs as { scope: typeof chart.logs.scope; q?: string }
  expect(parseLogSearch(q, fieldsOf(scope))).toHaveProperty('terms')
})

test.each(presetReportIds)('the metrics of the report %s fit into one request', (id) => {
  const wanted = presetReports[id].charts.flatMap((chart) =>
    metricCharts[chart].lines.map(([metric]) => metric),
  )
  expect(new Set(wanted).size).toBeLessThanOrEqual(METRICS_PER_REQUEST_MAX)
})
