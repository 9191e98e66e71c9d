import { expect, test } from 'vitest'
import { METRICS_EVERY_MS, metricIds, metricStepMs, metrics } from './metrics.rules.ts'

const HOUR_MS = 3_600_000

test.each([
  [60_000, METRICS_EVERY_MS],
  [HOUR_MS, METRICS_EVERY_MS],
  [6 * HOUR_MS, 300_000],
  [24 * HOUR_MS, 900_000],
  [90 * 24 * HOUR_MS, 24 * HOUR_MS],
])('a range of %d ms is drawn in steps of %d ms', (range, step) => {
  expect(metricStepMs(range)).toBe(step)
})

test('each service has its own metrics of requests', () => {
  expect(metricIds).toEqual(expect.arrayContaining(['api_failed', 'storage_sent_bytes', 'auth_p95_ms']))
  expect(metrics.auth_p95_ms).toEqual(metrics.api_p95_ms)
})
