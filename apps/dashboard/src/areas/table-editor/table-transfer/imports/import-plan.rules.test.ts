import { expect, test } from 'vitest'
import { aColumn } from '../../rows/table.fixture.ts'
import { importSummary, isAboutRows, mergedBadLines } from './import-outcome.rules.ts'
import {
  type Filling,
  fillableColumns,
  importIntoNewTable,
  importIntoTable,
  initialFillings,
  newTablePlan,
  rowsProblem,
} from './import-plan.rules.ts'

const table = {
  id: 7,
  columns: [
    aColumn('id', { is_nullable: false, identity: 'always' }),
    aColumn('Full name', { is_nullable: false }),
    aColumn('tags', { data_type: 'text[]', array_of: { format: 'text', enum: null } }),
    aColumn('twice', { generated: 'id * 2', is_insertable: false }),
  ],
}
const choices = { onConflict: 'refuse', key: ['id'], skipsBadLines: false, dateOrder: 'mdy' } as const

test('columns are filled by name, and by order when no name fits', () => {
  const columns = fillableColumns(table)
  expect(columns.map(({ name }) => name)).toEqual(['id', 'Full name', 'tags'])
  expect(initialFillings(columns, ['full_name', 'ID'])).toEqual([
    { kind: 'column', place: 1 },
    { kind: 'column', place: 0 },
    { kind: 'default' },
  ])
  expect(initialFillings(columns, ['Column 1', 'Column 2', 'Column 3'])).toEqual(
    [0, 1, 2].map((place) => ({ kind: 'column', place })),
  )
  expect(initialFillings(columns, ['x'])).toEqual(columns.map(() => ({ kind: 'default' })))
})

test('an import fills the chosen columns from the file and from constants', () => {
  const fillings: Filling[] = [
    { kind: 'default' },
    { kind: 'constant', text: 'Ann' },
    { kind: 'column', place: 4 },
  ]
  expect(importIntoTable(table, fillings, { ...choices, skipsBadLines: true })).toEqual({
    request: {
      into: { oid: 7 },
      columns: ['Full name', 'tags'],
      on_conflict: null,
      skip_bad_lines: true,
      date_order: 'mdy',
    },
    columns: [
      { name: 'Full name', source: { constant: 'Ann' }, as: 'text' },
      { name: 'tags', source: { from: 4 }, as: 'array' },
    ],
  })
})

test.each<[string, Filling[], object]>([
  ['Fill at least one column from the file.', [{ kind: 'default' }, { kind: 'constant', text: '' }], {}],
  ['Fill the column Full name: it has no default and takes no NULL.', [{ kind: 'column', place: 0 }], {}],
  [
    'Fill the key column id to find rows whose key is taken.',
    [{ kind: 'default' }, { kind: 'column', place: 0 }],
    { onConflict: 'update' },
  ],
])('%s', (problem, fillings, changes) => {
  expect(importIntoTable(table, fillings, { ...choices, ...changes })).toBe(problem)
})

const preview = {
  names: ['ID', 'Name', 'name', ''],
  rows: [['1', 'a', 'b', null]],
  bad: [],
  types: ['int8', 'text', 'bool', 'text'] as const,
}

test('a file without rows, and one without a row that can be read, are told apart', () => {
  const bad = [{ line: 2, column: null, value: null, reason: 'The line has 1 value instead of 4.' }]
  expect(rowsProblem(preview, 'Line')).toBeUndefined()
  expect(rowsProblem({ ...preview, bad }, 'Line')).toBeUndefined()
  expect(rowsProblem({ ...preview, rows: [] }, 'Line')).toBe('The file has no rows.')
  expect(rowsProblem({ ...preview, rows: [], bad }, 'Line')).toBe(
    'No row of the file can be read. Line 2: The line has 1 value instead of 4.',
  )
})

test('a new table has the columns of the file, with their types', () => {
  const plan = newTablePlan(preview, 'My people.v2.csv', 'public')
  expect(plan).toMatchObject({ name: 'My people.v2', key: 0, hasRowSecurity: true })
  expect(plan.columns.map(({ name, type }) => [name, type])).toEqual([
    ['ID', 'int8'],
    ['Name', 'text'],
    ['name', 'bool'],
    ['column_4', 'text'],
  ])
  const planned = importIntoNewTable(
    { ...plan, columns: plan.columns.map((each, index) => ({ ...each, isIncluded: index !== 1 })) },
    choices,
  )
  expect(planned).toMatchObject({
    request: {
      into: {
        table: { primary_key: 'ID', columns: [{ name: 'ID' }, { name: 'name' }, { name: 'column_4' }] },
      },
    },
    columns: [{ source: { from: 0 } }, { source: { from: 2 } }, { source: { from: 3 } }],
  })
})

test('a new table without a usable key numbers its rows', () => {
  expect(newTablePlan({ ...preview, rows: [[null]] }, '.csv', 'public')).toMatchObject({
    name: 'table',
    key: null,
  })
})

test.each([
  [{ name: '' }, 'Enter a name for the table.'],
  [{ name: 'ä'.repeat(32) }, `The name ${'ä'.repeat(32)} is longer than 63 bytes.`],
  [{ columns: [] }, 'Include at least one column.'],
  [
    { columns: [0, 1].map(() => ({ name: 'a', type: 'text' as const, isIncluded: true })) },
    'Two columns are called a.',
  ],
])('a new table with %j is refused', (changes, problem) => {
  expect(importIntoNewTable({ ...newTablePlan(preview, 'x', 'public'), ...changes }, choices)).toBe(problem)
})

const result = {
  outcome: 'refused' as const,
  oid: null,
  inserted: 0,
  updated: 0,
  skipped: 0,
  bad_lines: [{ line: 5, column: null, value: null, reason: 'b' }],
  bad_line_count: 3,
}

test('bad lines of the file and of PostgreSQL are one list', () => {
  const bad = [{ line: 2, column: 'a', value: 'x', reason: 'a' }]
  expect(mergedBadLines(result, bad, 4)).toMatchObject({
    bad_line_count: 7,
    bad_lines: [{ line: 2 }, { line: 5 }],
  })
  expect(mergedBadLines(result, [], 0)).toBe(result)
})

test('what was imported is said in words', () => {
  expect(importSummary({ ...result, inserted: 1200 })).toBe('1,200 rows imported')
  expect(importSummary({ ...result, inserted: 1, updated: 2, skipped: 1 })).toBe(
    '1 row imported, 2 rows updated, 1 row skipped (key taken)',
  )
})

test('only what another file would have avoided is about rows', () => {
  expect(
    ['22P02', '23505', 'P0001', 'ZZ001', undefined, '55P03', '57014', '42P01', '53100'].map(isAboutRows),
  ).toEqual([true, true, true, true, false, false, false, false, false])
})
