import {
  METRICS_EVERY_MS,
  PLANS_EVERY_MS,
  SESSIONS_EVERY_MS,
  SIZES_EVERY_MS,
} from '@basalt/contract/metrics/metrics.rules.ts'
import { expect, test } from 'vitest'
import { increase, SAMPLER_TICK_MS } from './metrics.rules.ts'

test.each([
  [0, 0, 0],
  [5, 12, 7],
  [12, 3, 3],
  [12, 0, 0],
])('from %d to %d a counter has increased by %d', (before, now, expected) => {
  expect(increase(before, now)).toBe(expected)
})

test.each([METRICS_EVERY_MS, SIZES_EVERY_MS, SESSIONS_EVERY_MS, PLANS_EVERY_MS])(
  'an interval of %d ms is a multiple of the ticks',
  (interval) => expect(interval % SAMPLER_TICK_MS).toBe(0),
)
