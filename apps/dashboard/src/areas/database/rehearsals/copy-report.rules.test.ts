import type { CopyReport, StatementReport } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { expect, test } from 'vitest'
import { durationOf, effectsOf, factsOf, progressOf, roomText, summaryOf } from './copy-report.rules.ts'

const MB = 1024 * 1024

const statement = (more: Partial<StatementReport> = {}): StatementReport => ({
  sql: 'select 1',
  duration_ms: 12,
  rows: null,
  wal_bytes: 0,
  locks: [],
  tables: [],
  ...more,
})
const table = (more: Partial<StatementReport['tables'][number]>) => ({
  schema: 'public',
  name: 'orders',
  is_rewritten: false,
  rows_estimated: null,
  bytes_before: MB,
  bytes_after: 2 * MB,
  ...more,
})
const report = (more: Partial<CopyReport> = {}): CopyReport => ({
  statements: [statement()],
  failure: null,
  duration_ms: 12,
  copy_ms: 1,
  database_bytes_before: 1,
  database_bytes_after: 1,
  ...more,
})

test.each([
  [statement(), '12 ms'],
  [statement({ rows: 1 }), '12 ms · 1 row'],
  [statement({ rows: 2000, wal_bytes: 3 * MB }), '12 ms · 2,000 rows · 3 MB of write-ahead log'],
])('the facts of a statement are in one line, case %#', (one, text) => {
  expect(factsOf(one)).toBe(text)
})

test.each([
  [
    table({ is_rewritten: true, rows_estimated: 20_000 }),
    'is rewritten, about 20,000 rows: from 1 MB to 2 MB',
  ],
  [table({ is_rewritten: true }), 'is rewritten: from 1 MB to 2 MB'],
  [table({}), 'grows from 1 MB to 2 MB'],
  [table({ bytes_after: 0 }), 'shrinks from 1 MB to 0 bytes'],
  [table({ bytes_before: null }), 'is created, with 2 MB'],
  [table({ bytes_after: null }), 'is dropped, with 1 MB'],
])('the change of a table is named, case %#', (changed, text) => {
  expect(effectsOf(statement({ tables: [changed] }))).toEqual([{ table: 'public.orders', text }])
})

test.each([
  ['AccessExclusiveLock', 'can be neither read nor written for 2.0 s (AccessExclusiveLock)'],
  ['ShareLock', 'can be read but not written for 2.0 s (ShareLock)'],
])('the lock %s says what others cannot do', (mode, text) => {
  const lock = { schema: 'public', name: 'orders', mode, held_ms: 2000 }
  expect(effectsOf(statement({ locks: [lock] }))).toEqual([{ table: 'public.orders', text }])
})

const failure = {
  statement: 1,
  sql: 'select 1/0',
  message: 'division by zero',
  sqlstate: '22012',
  duration_ms: 1,
}
test.each([
  [report(), 'success', '1 statement took 12 ms on a copy'],
  [
    report({ statements: [statement({ tables: [table({ is_rewritten: true })] })] }),
    'warning',
    '1 statement took 12 ms on a copy',
  ],
  [report({ failure }), 'critical', 'Statement 2 fails: division by zero'],
  [
    report({ failure: { ...failure, sql: 'commit' } }),
    'critical',
    'The transaction fails at its end: division by zero',
  ],
])('a report is summed up, case %#', (one, tone, title) => {
  expect(summaryOf(one)).toEqual({ tone, title })
})

const running = { id: '', copied_bytes: 0, total_bytes: 0, ran: 0, statements: 3, started_at: '' }
test.each([
  [
    { ...running, phase: 'waiting' },
    { label: 'Waiting for other copies', value: null },
  ],
  [
    { ...running, phase: 'copying' },
    { label: 'Copying the database', value: null },
  ],
  [
    { ...running, phase: 'copying', copied_bytes: MB, total_bytes: 4 * MB },
    { label: 'Copying the database', value: 25, valueText: '1 MB of 4 MB' },
  ],
  [
    { ...running, phase: 'starting' },
    { label: 'Starting the copy', value: null },
  ],
  [
    { ...running, phase: 'running', ran: 1 },
    { label: 'Running the statements', value: null, valueText: '2 of 3' },
  ],
  [
    { ...running, phase: 'running', ran: 3 },
    { label: 'Running the statements', value: null, valueText: '3 of 3' },
  ],
] as const)('progress is shown by phase, case %#', (state, progress) => {
  expect(progressOf(state)).toEqual(progress)
})

test.each([
  [false, true, 'It needs 2 MB; 3 MB of the disk are free.'],
  [false, false, 'It needs 2 MB; 3 MB of the disk are free, which is too little.'],
  [true, true, 'It shares its space with the database and needs 2 MB; 3 MB of the disk are free.'],
])('the room for a copy is stated, shared: %s, fits: %s', (shares_blocks, fits, text) => {
  expect(
    roomText({ database_bytes: MB, needed_bytes: 2 * MB, free_bytes: 3 * MB, shares_blocks, fits }),
  ).toBe(text)
})

test.each([
  [0.4, '0 ms'],
  [999.4, '999 ms'],
  [1_740, '1.7 s'],
  [60_000, '1m'],
])('%d ms are shown as %j', (ms, text) => {
  expect(durationOf(ms)).toBe(text)
})
