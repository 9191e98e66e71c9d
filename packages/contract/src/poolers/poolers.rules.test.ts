import { expect, test } from 'vitest'
import { hasDedicatedPooler, type PoolerTime } from './poolers.rules.ts'
import { DedicatedPoolerChange } from './poolers.schema.ts'

test.each([
  ['free', false],
  ['pro', true],
  ['team', true],
  ['enterprise', true],
] as const)('plan %s has a dedicated pooler: %s', (plan, has) => {
  expect(hasDedicatedPooler(plan)).toBe(has)
})

test.each<[PoolerTime, number | null, boolean]>([
  ['query_wait_timeout', null, true],
  ['query_wait_timeout', 0, false],
  ['query_wait_timeout', 1, true],
  ['query_wait_timeout', 600, true],
  ['query_wait_timeout', 601, false],
  ['query_wait_timeout', 1.5, false],
  ['server_idle_timeout', 4, false],
  ['server_idle_timeout', 5, true],
  ['server_idle_timeout', 86_400, true],
  ['server_idle_timeout', 86_401, false],
  ['server_lifetime', 59, false],
  ['server_lifetime', 60, true],
  ['server_lifetime', 86_400, true],
  ['server_lifetime', 86_401, false],
])('%s may be %s: %s', (time, value, may) => {
  expect(DedicatedPoolerChange.safeParse({ [time]: value }).success).toBe(may)
})
