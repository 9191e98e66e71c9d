import { expect, test } from 'vitest'
import { hasDedicatedPooler } from './poolers.rules.ts'

test.each([
  ['free', false],
  ['pro', true],
  ['team', true],
  ['enterprise', true],
] as const)('plan %s has a dedicated pooler: %s', (plan, has) => {
  expect(hasDedicatedPooler(plan)).toBe(has)
})
