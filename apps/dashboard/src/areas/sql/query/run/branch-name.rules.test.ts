import { expect, test } from 'vitest'
import { branchNameAt } from './branch-name.rules.ts'

test('a branch for SQL is named after the minute it is made in', () => {
  expect(branchNameAt(new Date(2026, 0, 2, 3, 4, 5))).toBe('sql-2026-01-02-0304')
})
