import type { MetricSeries } from '@basalt/contract/metrics/metrics.schema.ts'
import { expect, test } from 'vitest'
import { pulseTiles } from './pulse.rules.ts'

const series: MetricSeries = {
  from: '2026-11-26T10:00:00.000Z',
  to: '2026-11-26T10:15:00.000Z',
  step_ms: 300_000,
  series: [
    { metric: 'api_succeeded', values: [10, 0, 5] },
    { metric: 'api_refused', values: [1, 0, 0] },
    { metric: 'api_failed', values: [0, 0, 2] },
    { metric: 'connections', values: [3, 7, null] },
    { metric: 'connections_active', values: [1, 1, null] },
    { metric: 'database_bytes', values: [null, null, null] },
  ],
}

test('each tile has one line and one number', () => {
  expect(pulseTiles(series)).toEqual([
    { title: 'Requests', report: 'api', values: [11, 0, 7], value: '18', note: 'in 6 hours' },
    { title: 'Failed requests', report: 'api', values: [1, 0, 2], value: '3', note: 'in 6 hours' },
    {
      title: 'Connections',
      report: 'database',
      values: [3, 7, null],
      value: '7',
      note: 'last measured',
    },
    {
      title: 'Database size',
      report: 'database',
      values: [null, null, null],
      value: undefined,
      note: 'last measured',
    },
  ])
})
