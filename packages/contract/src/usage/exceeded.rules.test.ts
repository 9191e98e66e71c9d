import { expect, test } from 'vitest'
import { isExceeded, type Measured, overageOf, percentUsed } from './exceeded.rules.ts'
import { diskLevelOf, metricIds, metricOf } from './usage.rules.ts'

const item = (change: Partial<Measured>): Measured => ({
  metric: 'EGRESS',
  usage: 101,
  capped: true,
  available_in_plan: true,
  unlimited: false,
  pricing_free_units: 100,
  ...change,
})

test.each<[string, Partial<Measured>, boolean]>([
  ['more than the plan includes', {}, true],
  ['exactly what the plan includes', { usage: 100 }, false],
  ['something without a cap', { capped: false }, false],
  ['something the plan does not have', { available_in_plan: false }, false],
  ['something without a limit', { unlimited: true, pricing_free_units: 0 }, false],
  ['disk throughput', { metric: 'DISK_IOPS_GP3' }, false],
  ['logs', { metric: 'LOG_INGESTION' }, false],
])('%s', (_what, change, exceeded) => {
  expect(isExceeded(item(change))).toBe(exceeded)
})

test('overage is counted from the limit of the plan', () => {
  expect(overageOf(item({ usage: 250 }))).toBe(150)
  expect(overageOf(item({ usage: 50 }))).toBe(0)
  expect(overageOf(item({ unlimited: true, pricing_free_units: 0 }))).toBe(0)
  expect(percentUsed(item({ usage: 250 }))).toBe(250)
  expect(percentUsed(item({ unlimited: true }))).toBeUndefined()
})

test('a larger plan never includes less', () => {
  const size = (quota: number | null) => quota ?? Number.POSITIVE_INFINITY
  for (const id of metricIds) {
    const { free, pro, team, enterprise } = metricOf(id).quotas
    const sizes = [free, pro, team, enterprise].map(size)
    expect(sizes, id).toEqual([...sizes].sort((one, other) => one - other))
  }
})

test.each([
  [1000, 101, undefined],
  [1000, 100, 'warning'],
  [1000, 51, 'warning'],
  [1000, 50, 'critical'],
  [1000, 0, 'critical'],
  [0, 0, undefined],
])('a disk of %i bytes with %i free is at level %s', (totalBytes, freeBytes, level) => {
  expect(diskLevelOf({ totalBytes, freeBytes })).toBe(level)
})
