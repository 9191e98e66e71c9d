import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import type { ResultFormat } from '@basalt/sql/result-formats.ts'
import { expect, test } from 'vitest'
import { fieldsOf } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'
import { type ExportRows, exportPieces, partOf, withoutNames } from './result-export.ts'

function exported(format: ResultFormat, fields: QueryEvent, rows: (string | null)[][]) {
  const collector = new ResultCollector('shop')
  collector.take(fields)
  collector.take({ type: 'rows', rows })
  const [outcome] = collector.outcomes()
  return exportPieces(format, { ...outcome!, fields: outcome!.fields! })
}

test('CSV distinguishes NULL from the empty string and quotes special characters', () => {
  const csv = exported('csv', fieldsOf('id', 'a "b"'), [
    ['1', null],
    ['2', ''],
    ['3', 'x,y'],
    ['4', 'two\nlines'],
    ['5', 'say "hi"'],
    ['6', ' plain '],
  ])
  expect(csv.join('')).toBe(
    ['id,"a ""b"""', '1,', '2,""', '3,"x,y"', '4,"two\nlines"', '5,"say ""hi"""', '6, plain ', ''].join(
      '\r\n',
    ),
  )
})

test('TSV pastes into the cells of a spreadsheet', () => {
  const tsv = exported('tsv', fieldsOf('id', 'note'), [
    ['1', 'a\tb'],
    ['2', 'x,y'],
    ['3', null],
  ])
  expect(tsv.join('')).toBe('id\tnote\n1\t"a\tb"\n2\tx,y\n3\t\n')
})

test.each([
  ['bool', 't', true],
  ['bool', 'f', false],
  ['int4', '-7', -7],
  ['int8', '9007199254740991', 9007199254740991],
  ['int8', '9007199254740993', '9007199254740993'],
  ['float8', '1e+20', 1e20],
  ['float8', 'NaN', 'NaN'],
  ['numeric', '1.10', '1.10'],
  ['jsonb', '{"a": [1]}', { a: [1] }],
  ['json', 'broken', 'broken'],
  ['text', '7', '7'],
  ['text', null, null],
])('in JSON a %s that prints as %s is %j', (type, text, value) => {
  expect(JSON.parse(exported('json', fieldsOf(`v:${type}`), [[text]]).join(''))).toEqual([{ v: value }])
})

test('in JSON repeated names are numbered, skipping existing names', () => {
  const json = exported('json', fieldsOf('a', 'a', 'a_1', 'a'), [['1', '2', '3', '4']])
  expect(JSON.parse(json.join(''))).toEqual([{ a: '1', a_2: '2', a_1: '3', a_3: '4' }])
})

test('an empty result is an empty array or a header line', () => {
  expect(exported('json', fieldsOf('a'), []).join('')).toBe('[]\n')
  expect(exported('csv', fieldsOf('a'), []).join('')).toBe('a\r\n')
})

test('many rows are exported completely, in several pieces', () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => [String(row)])
  const json = exported('json', fieldsOf('n:int4'), rows)
  expect(json.length).toBeGreaterThan(3)
  expect(JSON.parse(json.join(''))).toEqual(rows.map(([n]) => ({ n: Number(n) })))
})

test('a part of a result is selected by displayed positions', () => {
  const rows: ExportRows = {
    fields: ['a', 'b', 'c'].map((name) => ({ name, type: 'text', type_id: 0, table_id: 0, column_id: 0 })),
    columns: [
      ['1', '2', '3'],
      ['x\ty', null, 'z'],
      ['p', 'q', 'r'],
    ],
    rowCount: 3,
    order: Uint32Array.of(2, 0, 1),
  }
  const part = partOf(rows, { top: 1, bottom: 2, left: 0, right: 1 })
  expect(withoutNames(part)).toBe('1\t"x\ty"\n2\t')
  expect(exportPieces('csv', part).join('')).toBe('a,b\r\n1,x\ty\r\n2,\r\n')
  // The selection may exceed the rows that are left after filtering.
  expect(partOf(rows, { top: 2, bottom: 9, left: 2, right: 2 }).rowCount).toBe(1)
})
