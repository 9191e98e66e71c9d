import { expect, test } from 'vitest'
import {
  changedColumns,
  countsText,
  decisionLabel,
  lockTexts,
  schemaConflictText,
  warningsOf,
} from './merge-words.rules.ts'

const labels = (over: object) =>
  warningsOf({ is_destructive: false, rewrites: false, lock: 'none', ...over }).map(({ label }) => label)

test.each([
  [{}, []],
  [{ lock: 'share' }, ['Blocks writes']],
  [
    { is_destructive: true, rewrites: true, lock: 'accessExclusive' },
    ['Loses data or objects', 'Rewrites the table', 'Blocks reads and writes'],
  ],
])('a statement with %j warns of %j', (over, expected) => {
  expect(labels(over)).toEqual(expected)
})

test.each([
  [{ inserted: 0, updated: 0, deleted: 0 }, 'No changed rows'],
  [{ inserted: 1200, updated: 0, deleted: 1 }, '1,200 inserted, 1 deleted'],
])('%j is %s', (counts, text) => {
  expect(countsText(counts)).toBe(text)
})

test.each([
  ['branch', 'update', 'Take the row of feature'],
  ['branch', 'delete', 'Delete it'],
  ['target', 'update', 'Keep what main has'],
  ['renumber', 'insert', 'Keep both, with a new key'],
] as const)('the decision %s about a row with an %s is called %s', (decision, kind, label) => {
  expect(decisionLabel(decision, { kind }, { branch: 'feature', target: 'main' })).toBe(label)
})

test('the changed columns are those that differ, and all of a row that one side lacks', () => {
  const columns = ['id', 'name', 'own']
  expect(
    changedColumns({ branch: { id: '1', name: 'a', own: null }, target: { id: '1', name: 'b' } }, columns),
  ).toEqual(['name'])
  expect(changedColumns({ branch: { id: '1' }, target: null }, columns)).toEqual(columns)
})

test('a conflict of the schema says what was done about it', () => {
  expect(schemaConflictText({ kind: 'needed_by_target', other: 'view public.v' })).toBe(
    'Kept: view public.v of the target needs it.',
  )
})

test('locks are told by what they block', () => {
  expect(lockTexts(['a.b: AccessExclusiveLock', 'c: ShareLock', 'd: RowShareLock'])).toEqual([
    'reads and writes of a.b',
    'writes of c',
  ])
})
