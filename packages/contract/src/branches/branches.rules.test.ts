import { expect, test } from 'vitest'
import { branchesMax, expiryDaysOf, expiryStep } from './branches.rules.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours))

test.each([
  ['just silent', 0, undefined, 'none'],
  ['silent for less than six days', 143, undefined, 'none'],
  ['silent for six days', 144, undefined, 'announce'],
  ['announced an hour ago', 145, 144, 'none'],
  ['announced a day ago', 168, 144, 'delete'],
  ['silent for long while nothing could be announced', 500, undefined, 'announce'],
  ['announced late', 500, 490, 'none'],
] as const)('a branch that is %s is due for: %4$s', (_what, hours, announced, step) => {
  expect(
    expiryStep({
      silentSince: at(0),
      announcedAt: announced === undefined ? undefined : at(announced),
      days: 7,
      now: at(hours),
    }),
  ).toBe(step)
})

test.each([
  [{ persistent: false, chosen: undefined }, 7],
  [{ persistent: false, chosen: 3 }, 3],
  [{ persistent: false, chosen: null }, null],
  [{ persistent: true, chosen: undefined }, null],
  [{ persistent: true, chosen: 3 }, null],
])('%j expires after %s days', (branch, days) => {
  expect(expiryDaysOf(branch)).toBe(days)
})

test('larger plans have more branches', () => {
  const counts = [branchesMax.free, branchesMax.pro, branchesMax.team, branchesMax.enterprise]
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
})
