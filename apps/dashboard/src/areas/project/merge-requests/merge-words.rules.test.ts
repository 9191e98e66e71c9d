import { expect, test } from 'vitest'
import {
  advisorsText,
  brokenText,
  changedColumns,
  countsText,
  decisionLabel,
  lockTexts,
  planWords,
  rehearsalSummary,
  schemaConflictText,
  unexpectedText,
  warningsOf,
} from './merge-words.rules.ts'

test.each([
  [{ put: 2, removed: 1 }, 16_384, '2 rows written, 1 deleted; the database grows by 16 KB.'],
  [{ put: 0, removed: 0 }, 0, 'Only the schema changes.'],
  [null, null, 'Only the schema changes.'],
  [{ put: 0, removed: 5 }, -16_384, '0 rows written, 5 deleted; the database shrinks by 16 KB.'],
])('a rehearsal that wrote %j and changed the size by %j is summed up', (rows, grown, text) => {
  expect(rehearsalSummary(rows, grown)).toBe(text)
})

const labels = (over: object) =>
  warningsOf({ is_destructive: false, rewrites: false, lock: 'none', ...over }).map(({ label }) => label)

test.each([
  [{}, []],
  [{ lock: 'share' }, ['Blocks writes']],
  [
    { is_destructive: true, rewrites: true, lock: 'accessExclusive' },
    ['Loses data or objects', 'May rewrite the table', 'Blocks reads and writes'],
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

const note = { actor: 'anon', schema: 'public', table: 'notes', message: null } as const
test.each([
  [
    { ...note, action: 'select', expected: 'all', outcome: 'none' },
    'anon reads no rows of public.notes instead of all rows',
  ],
  [
    { ...note, action: 'delete', expected: 'none', outcome: 'refused' },
    'anon deletes rows of public.notes: refused instead of no rows',
  ],
  [
    { ...note, action: 'select', expected: 'all', outcome: 'unknown', message: 'The table is gone.' },
    'anon reads rows of public.notes: not known instead of all rows. The table is gone.',
  ],
] as const)('%j is told', (cell, text) => {
  expect(unexpectedText(cell)).toBe(text)
  expect(brokenText({ tried: 3, unexpected: [cell], error: null })).toMatch(/^One policy/)
  expect(brokenText({ tried: 3, unexpected: [], error: null })).toBeUndefined()
})

const scan = { cost: 100, steps: ['Seq Scan on goods'] }
const index = { cost: 4, steps: ['Index Scan on goods using goods_pkey'] }
test.each([
  [
    scan,
    index,
    null,
    { label: 'Costs less', detail: 'Seq Scan on goods became Index Scan on goods using goods_pkey' },
  ],
  [index, scan, null, { label: 'Costs more', detail: expect.stringContaining('became Seq Scan') }],
  [scan, { ...scan, cost: 1000 }, null, { label: 'Costs more', tone: 'warning' }],
  [scan, null, 'no such column', { label: 'Fails', detail: 'no such column' }],
])('a plan of %j that becomes %j is described', (before, after, error, words) => {
  expect(planWords({ before, after, error })).toMatchObject(words)
  expect(planWords({ before, after: before, error: null })).toBeUndefined()
})

const finding = { kind: 'security', level: 'WARN', title: 'A rule', detail: 'It applies' } as const
test.each([
  [1, 0, 'The advisors have one new finding'],
  [2, 1, 'The advisors have 2 new findings, and one finding is gone'],
  [0, 1, 'One finding is gone'],
  [0, 3, '3 findings are gone'],
])('%i findings more and %i fewer are told', (added, removed, text) => {
  const findings = (count: number) => Array.from({ length: count }, () => finding)
  expect(advisorsText({ added: findings(added), removed: findings(removed) })).toBe(text)
})
