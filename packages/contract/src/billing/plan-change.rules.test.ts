import { expect, test } from 'vitest'
import type { PlanId } from '../organizations/organizations.rules.ts'
import { exceededOn, planChangeDirection } from './plan-change.rules.ts'

const table: Record<PlanId, Record<PlanId, 'upgrade' | 'downgrade' | 'none'>> = {
  free: { free: 'none', pro: 'upgrade', team: 'upgrade', enterprise: 'upgrade' },
  pro: { free: 'downgrade', pro: 'none', team: 'upgrade', enterprise: 'upgrade' },
  team: { free: 'downgrade', pro: 'downgrade', team: 'none', enterprise: 'upgrade' },
  enterprise: { free: 'downgrade', pro: 'downgrade', team: 'downgrade', enterprise: 'none' },
}
test.each(
  Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row).map(([to, direction]) => [from, to, direction] as [PlanId, PlanId, string]),
  ),
)('from %s to %s is %s', (from, to, direction) => {
  expect(planChangeDirection(from, to)).toBe(direction)
})

test('current usage is compared with the quotas of the new plan', () => {
  const usages = [
    { metric: 'ACTIVE_CALLERS', usage: 11 },
    { metric: 'PEAK_CONNECTIONS', usage: 20 },
  ] as const
  expect(exceededOn('free', usages)).toEqual([usages[0]])
  expect(exceededOn('enterprise', usages)).toEqual([])
})
