import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { expect, test } from 'vitest'
import { keyOfRow, type Line, storedLines } from '../../rows/lines.rules.ts'
import { aColumn, anEntity, aPage } from '../../rows/table.fixture.ts'
import { cellRefusal } from '../edit-cell.rules.ts'
import { noHistory, staged, stagedEdits } from '../staged.rules.ts'
import { stagedLines } from '../staged-lines.rules.ts'
import { type CopiedCells, copiedText } from './copied-text.rules.ts'
import { type BlockTarget, blockArea, blockText, placedBlock, wholeKey } from './paste.rules.ts'
import { pastedCells } from './pasted-text.rules.ts'

test.each<[string, string, (string | undefined)[][]]>([
  ['one cell', 'a', [['a']]],
  ['nothing', '', [[undefined]]],
  [
    'cells and rows',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'line ends of Windows, and a last one',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    'a\t\t\n\tb\t',
    [
      ['a', undefined, undefined],
      [undefined, 'b', undefined],
    ],
  ],
  ['a quoted empty cell is an empty text', '""\t', [['', undefined]]],
  ['a line break in a cell', '"a\nb"\tc', [['a\nb', 'c']]],
  ['a line break of Windows in a cell', '"a\r\nb"\r\nc', [['a\r\nb'], ['c']]],
  ['a tab in a cell', '"a\tb"', [['a\tb']]],
  ['doubled quotes', '"say ""hi"""', [['say "hi"']]],
  ['quotes inside of a cell', 'say "hi"\tb', [['say "hi"', 'b']]],
  ['a quote that is never closed', '"a\tb', [['"a', 'b']]],
  ['a quoted word with more behind it', '"a" b\tc', [['"a" b', 'c']]],
  ['an empty row', 'a\n\nb', [['a'], [undefined], ['b']]],
  ['spaces stay', '  a \tb ', [['  a ', 'b ']]],
  ['the word NULL is a text', 'NULL', [['NULL']]],
])('pasted: %s', (_what, text, rows) => {
  expect(pastedCells(text)).toEqual(rows)
})

const typed = (name: string, format: string, over: Partial<GridColumn> = {}) =>
  aColumn(name, { format, ...over })
const cells: CopiedCells = {
  table: { schema: 'public', name: 'My "table"' },
  columns: [typed('id', 'int8'), typed('a b', 'text'), typed('ok', 'bool'), typed('doc', 'jsonb')],
  rows: [
    ['9007199254740993', null, 'true', '{"a": 1.10}'],
    ['-2', '', 'false', null],
    ['3', `it's "x"\n\ty`, null, undefined],
  ],
}
test.each<[Parameters<typeof copiedText>[0], boolean, string]>([
  ['tsv', false, '9007199254740993\t\ttrue\t"{""a"": 1.10}"\n-2\t""\tfalse\t\n3\t"it\'s ""x""\n\ty"\t\t'],
  ['tsv', true, 'id\ta b\tok\tdoc\n9007199254740993\t\ttrue\t"{""a"": 1.10}"\n-2\t""\tfalse\t\n3\t"it\'s ""x""\n\ty"\t\t'],
  ['csv', false, '9007199254740993,,true,"{""a"": 1.10}"\r\n-2,"",false,\r\n3,"it\'s ""x""\n\ty",,\r\n'],
  ['csv', true, 'id,a b,ok,doc\r\n9007199254740993,,true,"{""a"": 1.10}"\r\n-2,"",false,\r\n3,"it\'s ""x""\n\ty",,\r\n'],
  [
    'json',
    false,
    '[\n  { "id": "9007199254740993", "a b": null, "ok": true, "doc": {"a": 1.10} },\n  { "id": -2, "a b": "", "ok": false, "doc": null },\n  { "id": 3, "a b": "it\'s \\"x\\"\\n\\ty", "ok": null, "doc": null }\n]\n',
  ],
  [
    'markdown',
    false,
    '| id | a b | ok | doc |\n| --- | --- | --- | --- |\n| 9007199254740993 | NULL | true | {"a": 1.10} |\n| -2 |  | false | NULL |\n| 3 | it\'s "x"<br>\ty | NULL | NULL |\n',
  ],
  [
    'sql',
    false,
    `insert into "public"."My ""table""" ("id", "a b", "ok", "doc") values\n  (9007199254740993, null, true, '{"a": 1.10}'),\n  (-2, '', false, null),\n  (3, 'it''s "x"\n\ty', null, default);\n`,
  ],
])('copied as %s, with headers: %s', (format, withHeaders, text) => {
  expect(copiedText(format, cells, withHeaders)).toBe(text)
}) // biome-ignore format: a table

test('SQL leaves out what the database computes, and sets identities that it would generate', () => {
  const columns = [
    typed('id', 'int4', { identity: 'always' }),
    typed('twice', 'int4', { generated: 'n * 2' }),
    typed('n', 'int4'),
  ]
  expect(
    copiedText(
      'sql',
      { ...cells, table: { schema: 'a', name: 't' }, columns, rows: [['1', '4', '2']] },
      false,
    ),
  ).toBe('insert into "a"."t" ("id", "n") overriding system value values\n  (1, 2);\n')
  expect(
    copiedText(
      'sql',
      { ...cells, table: { schema: 'a', name: 't' }, columns: [columns[1]!], rows: [['4']] },
      false,
    ),
  ).toBe('insert into "a"."t" default values;\n')
})

test('what is copied as TSV is pasted as it was, NULL and the empty text told apart', () => {
  expect(pastedCells(copiedText('tsv', cells, false))).toEqual(
    cells.rows.map((row) => row.map((value) => value ?? undefined)),
  )
})

test.each([
  ['one cell into one', { top: 1, bottom: 1, left: 1, right: 1 }, 1, 1, { top: 1, bottom: 1, left: 1, right: 1 }],
  ['one cell fills a selection', { top: 0, bottom: 2, left: 1, right: 2 }, 1, 1, { top: 0, bottom: 2, left: 1, right: 2 }],
  ['a row is repeated', { top: 0, bottom: 2, left: 0, right: 1 }, 1, 2, { top: 0, bottom: 2, left: 0, right: 1 }],
  ['a block goes beyond one cell', { top: 4, bottom: 4, left: 1, right: 1 }, 3, 2, { top: 4, bottom: 6, left: 1, right: 2 }],
  ['a selection that is no multiple counts as its first cell', { top: 0, bottom: 2, left: 0, right: 0 }, 2, 1, { top: 0, bottom: 1, left: 0, right: 0 }],
])('%s', (_what, area, height, width, place) => {
  expect(blockArea(area, height, width)).toEqual(place)
}) // biome-ignore format: a table

const entity = anEntity({
  columns: [
    aColumn('id', {
      format: 'int8',
      is_primary_key: true,
      is_nullable: false,
      identity: 'always',
      is_updatable: false,
    }),
    aColumn('name', { is_nullable: false }),
    aColumn('age', { format: 'int4', is_nullable: false }),
    aColumn('note'),
  ],
})
const page = aPage({
  rows: [
    { row: ['1'], cells: ['1', 'Ada', '36', null] },
    { row: ['2'], cells: ['2', 'Bob', '40', { beginning: 'long', bytes: 5000 }] },
  ],
})
function targetOf(lines: readonly Line[], over: Partial<BlockTarget> = {}): BlockTarget {
  let count = 0
  return {
    entity,
    columns: entity.columns,
    lines,
    storedLine: (line) => storedLines(page).find(({ key }) => key === line.key) ?? line,
    refusalOf: (line, column) => cellRefusal(entity, column, line, undefined),
    whole: new Map(),
    newRow: () => `new ${++count}`,
    ...over,
  }
}
const lines = storedLines(page)
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right })
const editsOf = (step: ReturnType<typeof placedBlock>['step']) =>
  stagedEdits(staged(noHistory, step)).map(({ edit }) => edit)

test('a block changes cells with their old values as guards, and goes on in new rows', () => {
  const outcome = placedBlock(targetOf(lines), at(1, 1), [
    ['Bea', '41'],
    ['Cy', '5'],
  ])
  expect(editsOf(outcome.step)).toEqual([
    { kind: 'update', row: ['2'], old: { name: 'Bob', age: '40' }, set: { name: 'Bea', age: '41' } },
    { kind: 'insert', set: { name: 'Cy', age: '5' } },
  ])
  expect(outcome).toMatchObject({
    cells: 4,
    newRows: 1,
    misfits: [],
    area: { top: 1, bottom: 1, left: 1, right: 2 },
  })
  expect(blockText('Pasted', outcome)).toEqual({ title: 'Pasted 4 cells with 1 new row' })
})

test('an empty cell is NULL where that is allowed, an empty text else, and does not fit a number', () => {
  const outcome = placedBlock(targetOf(lines), at(0, 1), [[undefined, undefined, undefined]])
  expect(editsOf(outcome.step)).toEqual([
    { kind: 'update', row: ['1'], old: { name: 'Ada' }, set: { name: '' } },
  ])
  expect(outcome.misfits).toEqual(['1 × age cannot be empty'])
})

test('what does not fit is told, and the rest is placed', () => {
  const noRows = targetOf(lines, { newRow: 'Rows cannot follow here.' })
  const outcome = placedBlock(noRows, at(0, 0), [
    ['9', 'Ada L.', '37', 'x', 'further'],
    ['8', 'Bob', '40', 'y', undefined],
    ['7', 'Cy', '1', 'z', undefined],
  ])
  expect(editsOf(outcome.step)).toEqual([
    {
      kind: 'update',
      row: ['1'],
      old: { name: 'Ada', age: '36', note: null },
      set: { name: 'Ada L.', age: '37', note: 'x' },
    },
  ])
  expect(outcome.misfits).toEqual([
    '3 × the database generates the values of this column',
    '3 × there is no further column',
    '1 × the value of note is too long to be replaced here',
    '1 × rows cannot follow here',
  ])
})

test('a long value is replaced when it was loaded as the guard', () => {
  const whole = new Map([[wholeKey(lines[1]!, entity.columns[3]!), 'long text']])
  const { step } = placedBlock(targetOf(lines, { whole }), at(1, 3), [[null]])
  expect(editsOf(step)).toEqual([
    { kind: 'update', row: ['2'], old: { note: 'long text' }, set: { note: null } },
  ])
})

test('a value fills a selection, and NULL does not go where it is not allowed', () => {
  const { step, cells } = placedBlock(targetOf(lines), at(0, 2, 1, 2), [['50']])
  expect([editsOf(step).length, cells]).toEqual([2, 2])
  expect(placedBlock(targetOf(lines), at(0, 2, 1, 2), [[null]]).misfits).toEqual(['2 × age cannot be NULL'])
})

test('what is pasted into a new row goes on in new rows', () => {
  const withNew = stagedLines(
    entity.columns,
    lines,
    [{ key: 'new 0', edit: { kind: 'insert', set: {} } }],
    new Set(),
  )
  const { step } = placedBlock(targetOf(withNew), at(0, 1), [['a'], ['b'], ['c']])
  expect(step.map(({ key }) => key)).toEqual(['new 0', 'new 1', 'new 2'])
})

test('a row that is about to be deleted is left alone', () => {
  const deleted = stagedLines(
    entity.columns,
    lines,
    [{ key: keyOfRow(['1']), edit: { kind: 'delete', row: ['1'], old: {} } }],
    new Set(),
  )
  const { step, misfits } = placedBlock(targetOf(deleted), at(0, 1), [['a'], ['b']])
  expect(step.map(({ key }) => key)).toEqual([keyOfRow(['2'])])
  expect(misfits).toEqual(['1 × this row is about to be deleted'])
})
