import { expect, test } from 'vitest'
import { branchBadge, branchesInOrder } from './branches.rules.ts'

test.each([
  [{ is_default: true, persistent: true }, 'Production', 'warning'],
  [{ is_default: true, persistent: false }, 'Production', 'warning'],
  [{ is_default: false, persistent: true }, 'Persistent', 'success'],
  [{ is_default: false, persistent: false }, 'Preview', 'success'],
])('%j is labelled %s', (branch, label, tone) => {
  expect(branchBadge(branch)).toEqual({ label, tone })
})

test('the default branch comes first, then the newest', () => {
  const on = (day: number, is_default = false) => ({
    is_default,
    created_at: `2026-01-0${day}T00:00:00.000Z`,
  })
  expect(branchesInOrder([on(2), on(1, true), on(3)])).toEqual([on(1, true), on(3), on(2)])
})
