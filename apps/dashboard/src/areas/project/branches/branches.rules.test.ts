import { expect, test } from 'vitest'
import { branchBadge, branchColour, branchesInOrder } from './branches.rules.ts'
import { runPlace } from './run-place.port.ts'

test.each([
  [{ is_default: true, persistent: true }, 'Production', 'warning'],
  [{ is_default: true, persistent: false }, 'Production', 'warning'],
  [{ is_default: false, persistent: true }, 'Persistent', 'success'],
  [{ is_default: false, persistent: false }, 'Preview', 'success'],
])('%j is labelled %s', (branch, label, tone) => {
  expect(branchBadge(branch)).toEqual({ label, tone })
})

test('a branch has one colour of six, and production another', () => {
  const edges = Array.from(
    { length: 12 },
    (_, n) => branchColour({ is_default: false, id: `branch-${n}` }).edge,
  )
  expect(new Set(edges).size).toBe(6)
  expect(edges).not.toContain('border-warning')
  expect(branchColour({ is_default: true, id: 'branch-1' })).toEqual({
    edge: 'border-warning',
    dot: 'bg-warning',
  })
})

test('the default branch comes first, then the newest', () => {
  const on = (day: number, is_default = false) => ({
    is_default,
    created_at: `2026-01-0${day}T00:00:00.000Z`,
  })
  expect(branchesInOrder([on(2), on(1, true), on(3)])).toEqual([on(1, true), on(3), on(2)])
})

const trunk = { project_ref: 'trunk', is_default: true }
const feature = { project_ref: 'feature', is_default: false }
test.each([
  ['trunk', undefined, 'Shop'],
  ['trunk', [trunk], 'Shop'],
  ['trunk', [trunk, feature], 'production'],
  ['feature', [trunk, feature], 'Shop'],
])('SQL of %s with the branches %j runs on %s', (ref, branches, place) => {
  expect(runPlace('Shop', ref, branches)).toBe(place)
})
