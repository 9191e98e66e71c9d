import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { requestDurations } from './request-durations.ts'

test('durations are written as the library of Prometheus writes them', async () => {
  const ours = requestDurations()
  const registry = new Registry()
  const theirs = new Histogram({
    name: 'basalt_http_request_duration_seconds',
    help: 'Time to respond to requests, by area: what the dashboard and scripts call, APIs of projects, and the rest',
    labelNames: ['area', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  for (const [area, code, seconds] of [
    ['project', '2xx', 0.001],
    ['project', '2xx', 0.005],
    ['project', '2xx', 0.0051],
    ['project', '4xx', 3],
    ['platform', '2xx', 0],
    ['other', '5xx', 60],
  ] as const) {
    ours.observe(area, code, seconds)
    theirs.observe({ area, code }, seconds)
  }
  expect(ours.metrics().split('\n').toSorted()).toEqual(
    (await registry.metrics()).trim().split('\n').toSorted(),
  )
})
