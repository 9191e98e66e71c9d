import type { MatrixCell } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { expect, test } from 'vitest'
import { actorOf, cellText, cellTextExpecting, differencesText, policiesText } from './matrix-words.rules.ts'

const cell: MatrixCell = {
  actor: 'anon',
  schema: 'public',
  table: 'notes',
  action: 'select',
  outcome: 'some',
  rows: 3,
  of: 8,
  message: null,
  policies: null,
  refused_by: null,
}

test.each<[Partial<MatrixCell>, string]>([
  [{}, 'anon reads 3 of 8 rows of notes'],
  [{ action: 'insert', outcome: 'all', rows: 1, of: 1 }, 'anon inserts 1 of 1 row of notes'],
  [{ action: 'update', outcome: 'none', rows: 0 }, 'anon updates 0 of 8 rows of notes'],
  [{ action: 'delete', outcome: 'refused' }, 'anon deletes rows of notes: refused'],
  [{ outcome: 'unknown' }, 'anon reads rows of notes: not known'],
])('%j is "%s"', (over, text) => {
  expect(cellText({ ...cell, ...over })).toBe(text)
})

test('a cell that differs says what was expected', () => {
  expect(cellTextExpecting(cell, 'none')).toBe('anon reads 3 of 8 rows of notes; expected: no rows')
  expect(cellTextExpecting(cell, undefined)).toBe(cellText(cell))
})

test('a role is tried by its name, a user by their id with the claims of a token', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(actorOf({ role: 'anon' }, now)).toEqual({ name: 'anon', role: 'anon' })
  const user = { sub: 'ann', aal: 'aal1', more: '', via: '' } as const
  expect(actorOf({ role: 'authenticated', user }, now)).toMatchObject({
    name: 'ann',
    role: 'authenticated',
    claims: { sub: 'ann', role: 'authenticated' },
  })
})

test.each([
  [0, 4, 'Everything is as expected.'],
  [1, 4, '1 cell differs from what is expected.'],
  [2, 4, '2 cells differ from what is expected.'],
  [0, 0, 'Nothing was compared: no run of this schema was saved as expected.'],
])('%i differences of %i cells are "%s"', (count, compared, text) => {
  expect(differencesText(count, compared)).toBe(text)
})

test.each([
  ['select', null, undefined],
  ['select', ['own'], 'Decided by the policy own.'],
  ['delete', ['own', 'admins'], 'Decided by the policies own, admins.'],
  ['update', [], 'No policy applies, so row level security hides every row.'],
  ['insert', [], 'No policy applies, so row level security refuses every row.'],
] as const)('a cell of %s with the policies %j says %j', (action, policies, text) => {
  expect(policiesText({ action, policies: policies && [...policies], refused_by: null })).toBe(text)
})

test.each<[NonNullable<MatrixCell['refused_by']>, string]>([
  [[{ kind: 'permissive', command: 'select', policies: [] }], 'No policy lets this role select rows.'],
  [
    [{ kind: 'permissive', command: 'select', policies: ['own'] }],
    'The policy “own” does not let all rows through (select).',
  ],
  [
    [
      { kind: 'permissive', command: 'update', policies: ['own', 'admins'] },
      { kind: 'restrictive', command: 'update', policies: ['unpaid'] },
    ],
    'None of the policies “own” and “admins” lets the other rows through (update). The restrictive policy “unpaid” refuses rows.',
  ],
])('rows that %j kept away are explained as "%s"', (refused_by, text) => {
  expect(policiesText({ action: 'update', policies: ['own'], refused_by })).toBe(text)
})
