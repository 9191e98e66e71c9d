import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { ResultFormat } from './result-formats.ts'
import { resultWriter } from './result-text.ts'

function written(format: ResultFormat, columns: { name: string; type: string }[], rows: (string | null)[][]) {
  const writer = resultWriter(format, columns)
  return rows.length === 0 ? writer.empty : writer.begin + rows.map(writer.row).join('') + writer.end
}

test('Markdown escapes cells so that they cannot break the table', () => {
  const columns = [
    { name: 'a|b', type: 'text' },
    { name: 'n', type: 'int4' },
  ]
  expect(
    written('markdown', columns, [
      ['x|y\nz', '1'],
      [null, '2'],
      ['c\\', '3'],
    ]),
  ).toBe('| a\\|b | n |\n| --- | --- |\n| x\\|y<br>z | 1 |\n| NULL | 2 |\n| c\\\\ | 3 |\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://evil.test","a")', `"'=HYPERLINK(""http://evil.test"",""a"")"`],
  ['-7', '-7'],
  ['+1.5e-3', '+1.5e-3'],
  ['a=b', 'a=b'],
  ['', '""'],
])('CSV for spreadsheets writes %j as %j, so that it is no formula', (value, cell) => {
  const column = { name: '=name', type: 'text' }
  expect(written('spreadsheet', [column], [[value], [null]])).toBe(`'=name\r\n${cell}\r\n\r\n`)
})

test('INSERT statements restore the exact values', async () => {
  const database = await createThrowawayDatabase()
  const client = new pg.Client({ connectionString: database.url, types: { getTypeParser: () => String } })
  await client.connect()
  await client.query(`create table table_name
    (n int, big numeric, f float8, yes bool, "a ""b""" text, doc jsonb, at timestamptz, list text[], bin bytea)`)
  const columns = 'int4 numeric float8 bool text jsonb timestamptz _text bytea'
    .split(' ')
    .map((type, index) => ({
      type,
      name: ['n', 'big', 'f', 'yes', 'a "b"', 'doc', 'at', 'list', 'bin'][index]!,
    }))
  const rows = [
    [
      '-7',
      '12345678901234567890.10',
      'NaN',
      't',
      "it's \\ 'é'\n",
      '{"a": [1]}',
      '2026-01-02 03:04:05+00',
      '{a,"b c"}',
      '\\x00ff',
    ],
    [null, 'Infinity', '1e+20', 'f', '', null, null, '{}', null],
  ]
  await client.query("set timezone to 'UTC'")
  await client.query(written('sql', columns, rows))
  const { rows: read } = await client.query({ text: 'select * from table_name', rowMode: 'array' })
  expect(read).toEqual(rows)
  await client.end()
  await database.drop()
})

test.each([
  ['csv', 'a\r\n'],
  ['tsv', 'a\n'],
  ['json', '[]\n'],
  ['markdown', '| a |\n| --- |\n'],
  ['sql', ''],
] as const)('no rows as %s are %j', (format, text) => {
  expect(written(format, [{ name: 'a', type: 'text' }], [])).toBe(text)
})
