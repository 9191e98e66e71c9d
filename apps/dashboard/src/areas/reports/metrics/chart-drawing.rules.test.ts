import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import { expect, test } from 'vitest'
import {
  chartDrawing,
  chartFacts,
  chartTable,
  chosenTimes,
  metricsOf,
  timesBefore,
} from './chart-drawing.rules.ts'

const START = Date.parse('2026-11-26T10:00:00Z')
const seriesOf = (succeeded: (number | null)[], failed: (number | null)[]): MetricSeries => ({
  from: new Date(START).toISOString(),
  to: new Date(START + succeeded.length * 60_000).toISOString(),
  step_ms: 60_000,
  series: [
    { metric: 'api_succeeded', values: succeeded },
    { metric: 'api_refused', values: succeeded.map((value) => (value === null ? null : 0)) },
    { metric: 'api_failed', values: failed },
  ],
})

test('a chart draws a line for each metric, and the period before as a dashed one', () => {
  const series = seriesOf([4, 6], [1, 0])
  expect(chartDrawing('api_requests', series)).toMatchObject({
    kind: 'bars',
    starts: [START, START + 60_000],
    lines: [{ label: 'Succeeded', values: [4, 6] }, { values: [0, 0] }, { values: [1, 0] }],
  })
  const compared = chartDrawing('api_requests', series, seriesOf([5], [0]))!
  expect(compared.kind).toBe('lines')
  expect(compared.lines.at(-1)).toEqual({ label: 'Succeeded, before', tone: 'earlier', values: [5, null] })
  expect(chartDrawing('api_requests', seriesOf([null], [null]))).toBeUndefined()
})

test('each line has one number, compared with the period before', () => {
  expect(chartFacts('api_requests', seriesOf([4, 6], [1, 0]), seriesOf([5, 0], [0, 0]))).toEqual([
    { metric: 'api_succeeded', label: 'Succeeded', value: '10', change: '100% more' },
    { metric: 'api_refused', label: 'Refused (4xx)', value: '0', change: 'the same' },
    { metric: 'api_failed', label: 'Failed (5xx)', value: '1', change: 'from none' },
  ])
})

test('the table has what was measured, newest first', () => {
  expect(chartTable('api_requests', seriesOf([1200, null, 3], [0, null, 1]))).toEqual([
    { start: START + 120_000, values: ['3', '0', '1'] },
    { start: START, values: ['1,200', '0', '0'] },
  ])
})

test('metrics that several charts share are fetched once', () => {
  expect(metricsOf(['api_requests', 'api_errors'])).toEqual(['api_succeeded', 'api_refused', 'api_failed'])
})

test('a chosen moment is a whole step, and a chosen time whole steps', () => {
  expect(chosenTimes({ from: START + 5_000, to: START + 6_000 }, 60_000)).toEqual({
    from: '2026-11-26T10:00:00.000Z',
    to: '2026-11-26T10:01:00.000Z',
  })
  expect(chosenTimes({ from: START + 5_000, to: START + 61_000 }, 60_000).to).toBe('2026-11-26T10:02:00.000Z')
})

test('the period before has the same length and ends where the other begins', () => {
  expect(timesBefore({ from: '2026-11-26T10:00:00.000Z', to: '2026-11-26T16:00:00.000Z' })).toEqual({
    from: '2026-11-26T04:00:00.000Z',
    to: '2026-11-26T10:00:00.000Z',
  })
})
