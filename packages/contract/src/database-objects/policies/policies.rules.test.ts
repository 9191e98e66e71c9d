import { expect, test } from 'vitest'
import { decisionOf } from './policies.rules.ts'

const policies = [
  { id: 1, is_permissive: false },
  { id: 2, is_permissive: true },
  { id: 3, is_permissive: true },
]

test.each<[verdicts: (boolean | null)[], expected: object]>([
  [[true, true, false], { passes: true, reason: 'permitted', deciding: [2] }],
  [[true, true, true], { passes: true, reason: 'permitted', deciding: [2, 3] }],
  [[true, false, null], { passes: false, reason: 'not_permitted', deciding: [] }],
  [[false, true, true], { passes: false, reason: 'restricted', deciding: [1] }],
  [[null, true, true], { passes: false, reason: 'restricted', deciding: [1] }],
])('verdicts %j', (passes, expected) => {
  const verdicts = passes.map((each, index) => ({ policy: index + 1, passes: each }))
  expect(decisionOf(policies, verdicts)).toEqual(expected)
})

test('without policies nothing passes', () => {
  expect(decisionOf([], [])).toEqual({ passes: false, reason: 'not_permitted', deciding: [] })
})
