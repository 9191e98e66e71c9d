import { describe, expect, test } from 'vitest'
import { costOf, testDatabase } from '../database.fixture.ts'
import { NO_FILTER } from '../filters/filter-sql.ts'
import { pageStatement, readPage } from '../pages/page.ts'
import { planPages } from '../pages/page-plan.ts'
import { EXACT_TEXT } from '../statement.ts'
import { CUT_CELL_CHARACTERS, readWholeCell, WHOLE_CELL_BYTES, wholeCell } from './cells.ts'

const database = testDatabase()

async function firstPage(name: string) {
  const relation = await database.relation(name)
  const source = { ...relation, plan: planPages(relation.shape, relation.identity), filter: NO_FILTER }
  const statement = pageStatement(source, { at: 'first' }, 100)
  return {
    ...relation,
    statement,
    rows: readPage(source, { at: 'first' }, 100, await database.run(statement)).rows,
  }
}

describe('a value comes as PostgreSQL prints it', () => {
  const VALUES: readonly [type: string, value: string | null, text?: string][] = [
    ['int8', '9007199254740993'],
    ['int8', '-9223372036854775808'],
    ['numeric', '123456789012345678901234567890.1234567890123456789'],
    ['numeric', '1.10'],
    ['numeric', 'NaN'],
    ['numeric', 'Infinity'],
    ['numeric', '-Infinity'],
    ['numeric(1000, 900)', `1.${'0'.repeat(899)}1`],
    ['float8', '0.30000000000000004'],
    ['float8', '1e-310'],
    ['float8', '-0'],
    ['float4', '0.1'],
    ['text', null],
    ['text', ''],
    ['text', 'v'],
    ['text', 'c12:x'],
    ['text', 's9000'],
    ['text', '😀\n"\\'],
    ['varchar(3)', ''],
    ['char(5)', 'a'],
    ['timestamptz', 'infinity'],
    ['timestamptz', '0044-03-15 12:00:00.123456+00 BC', '0044-03-15 13:27:00.123456+01:27 BC'],
    ['timestamptz', '2026-07-01 12:00:00+00', '2026-07-01 17:45:00+05:45'],
    ['timestamp', '294276-12-31 23:59:59.999999'],
    ['date', '4713-01-01 BC'],
    ['time', '24:00:00'],
    ['interval', '-1 years -2 mons +3 days -04:05:06.789'],
    ['bool', 'true'],
    ['bytea', '\\x00ff27'],
    ['bytea', '\\x'],
    ['json', '{"b" :  1,"a":1.10, "a":2}'],
    ['jsonb', '{"a": 1.10, "big": 12345678901234567890.5}'],
    ['jsonb', 'null'],
    ['int[]', '{}'],
    ['int[]', '[0:1]={1,NULL}'],
    ['text[]', '{NULL,"NULL","","a,b","\\""}'],
    ['numeric[]', '{{1.10,NaN},{2,3}}'],
    ['timestamptz[]', '{infinity,NULL}'],
    ['int4range', 'empty'],
    ['tstzrange', '(,infinity]'],
    ['nummultirange', '{[1.10,2),[3,4]}'],
    ['cell_mood', "it's"],
    ['cell_pair', '("a ""b""",)'],
    ['cell_pair', '(,)'],
    ['cell_pair[]', '{"(a,1)",NULL}'],
    ['cell_positive', '7'],
    ['cell_tags', '{a}'],
    ['uuid', '00000000-0000-0000-0000-00000000000a'],
    ['inet', '10.0.0.0/8'],
    ['bit(4)', '0101'],
    ['varbit', ''],
    ['xml', '<a b="c"/>'],
    ['point', '(0.1,1e+300)'],
    ['tsvector', "'a':1A 'b c':2"],
    ['money', '-$1,234.50'],
    ['pg_lsn', 'FF/1'],
    ['regclass', 'pg_class'],
    ['oid', '4294967295'],
    ['"char"', 'x'],
    ['name', 'a b'],
  ]
  test.each(
    VALUES.map(([type, value, text], place) => ({
      type,
      value,
      text: text === undefined ? value : text,
      place,
    })),
  )('$type $value', async ({ type, value, text, place }) => {
    if ((await database.sql("select to_regtype('cell_mood')"))[0]![0] === null)
      await database.sql(`create type cell_mood as enum ('it''s'); create type cell_pair as (a text, b int);
          create domain cell_positive as int check (value > 0); create domain cell_tags as text[] check (value <> '{}')`)
    await database.sql("set time zone 'Asia/Kathmandu'")
    if (text?.includes('+01:27')) await database.sql("set time zone 'Europe/Moscow'")
    const name = `cell_${place}`
    await database.sql(`create table ${name} (id int primary key, v ${type})`)
    await database.sql(`insert into ${name} values (1, $1)`, [value])
    const { rows, shape, identity } = await firstPage(name)
    // Local mean time of a city is not the same everywhere; what the session prints counts.
    const [[printed] = []] = await database.sql(
      `select ${type === 'bytea' ? "'\\x' || encode(v, 'hex')" : 'v::text'} from ${name}`,
    )
    if (!type.startsWith('timestamptz') || text === 'infinity') expect(printed).toBe(text)
    expect(rows[0]!.cells[1]).toEqual({ text: printed, isCut: false })
    const whole = readWholeCell(await database.run(wholeCell(shape, identity, rows[0]!.identity, 'v')))
    expect(whole).toEqual({ text: printed, bytes: printed === null ? null : Buffer.byteLength(printed!) })
  })
})

test('every value can be read back, whatever the settings of the session', async () => {
  await database.sql('create table exact (id int primary key, f float8, i interval, b bytea, d date[])')
  await database.sql(
    "insert into exact values (1, 0.1::float8 + 0.2, '1 year -1 day', '\\x27', '{2026-01-02}')",
  )
  await database.sql(
    "set extra_float_digits = 0; set intervalstyle = 'sql_standard'; set bytea_output = 'escape'; set datestyle = 'SQL, DMY'",
  )
  await database.sql('begin')
  await database.run(EXACT_TEXT)
  const { rows } = await firstPage('exact')
  await database.sql('commit; reset all')
  expect(rows[0]!.cells.slice(1).map(({ text }) => text)).toEqual([
    '0.30000000000000004',
    '1 year -1 days',
    '\\x27',
    '{2026-01-02}',
  ])
})

describe('a long value is cut, with its size, and comes whole on demand', () => {
  const LONG: readonly [what: string, type: string, value: string, cut: { text: string | null; bytes: number; isStoredSize?: true } | null][] = [
    ['a text that just fits', 'text', `repeat('x', ${WHOLE_CELL_BYTES})`, null],
    ['a text that is one byte too long', 'text', `repeat('x', ${WHOLE_CELL_BYTES + 1})`, { text: 'x'.repeat(CUT_CELL_CHARACTERS), bytes: WHOLE_CELL_BYTES + 1 }],
    ['characters of four bytes', 'text', "repeat('😀', 1000)", { text: '😀'.repeat(1000), bytes: 4000 }],
    ['five megabytes of text', 'text', "repeat('0123456789', 524288)", { text: '0123456789'.repeat(103).slice(0, CUT_CELL_CHARACTERS), bytes: 5_242_880 }],
    ['a long varchar', 'varchar', "repeat('ab', 5000)", { text: 'ab'.repeat(512), bytes: 10_000 }],
    ['a domain over text', 'cut_note', "repeat('ab', 5000)", { text: 'ab'.repeat(512), bytes: 10_000 }],
    ['bytes', 'bytea', "decode(repeat('00ff', 50000), 'hex')", { text: `\\x${'00ff'.repeat(256)}`, bytes: 100_000 }],
    ['JSON that is stored small', 'jsonb', `jsonb_build_object('a', repeat('x', 5000))`, { text: `{"a": "${'x'.repeat(CUT_CELL_CHARACTERS - 7)}`, bytes: 5009 }],
    ['five megabytes of JSON', 'json', `('"' || (select string_agg(md5(n::text), '') from generate_series(1, 160000) n) || '"')::json`, { text: null, bytes: expect.any(Number) as never, isStoredSize: true }],
    ['a long array', 'int[]', 'array(select n * 7919 % 1000003 from generate_series(1, 100000) n)', { text: null, bytes: expect.any(Number) as never, isStoredSize: true }],
    ['a long composite value', 'cut_pair', "row(1, (select string_agg(md5(n::text), '') from generate_series(1, 9000) n))", { text: null, bytes: expect.any(Number) as never, isStoredSize: true }],
    ['a number of 5,000 digits', 'numeric', "repeat('7', 5000)::numeric", { text: '7'.repeat(CUT_CELL_CHARACTERS), bytes: 5000 }],
  ] // biome-ignore format: a table
  test.each(LONG.map(([what, type, value, cut], place) => ({ what, type, value, cut, place })))(
    '$what',
    async ({ type, value, cut, place }) => {
      if ((await database.sql("select to_regtype('cut_note')"))[0]![0] === null)
        await database.sql('create domain cut_note as text; create type cut_pair as (a int, b text)')
      const name = `cut_${place}`
      await database.sql(
        `create table ${name} (id int primary key, v ${type}); insert into ${name} values (1, ${value})`,
      )
      const { rows, shape, identity } = await firstPage(name)
      const [[text, size] = []] = await database.sql(
        `select t, octet_length(t) from (select ${type === 'bytea' ? "'\\x' || encode(v, 'hex')" : 'v::text'} as t from ${name}) t`,
      )
      expect(rows[0]!.cells[1]).toEqual(cut ? { isCut: true, ...cut } : { text, isCut: false })
      const whole = readWholeCell(await database.run(wholeCell(shape, identity, ['1'], 'v')))!
      expect(whole.text === text).toBe(true)
      expect(whole.bytes).toBe(Number(size))
      expect(readWholeCell(await database.run(wholeCell(shape, identity, ['1'], 'v', 100)))).toEqual({
        text: null,
        bytes: Number(size),
      })
    },
  )

  test('the rest of a long text is not read for a page', async () => {
    await database.sql('create table heavy (id int primary key, t text, b bytea, j json, a int[])')
    await database.sql(
      'alter table heavy alter t set storage external, alter b set storage external, alter j set storage external, alter a set storage external',
    )
    await database.sql(
      `insert into heavy select n, repeat('x', 500000), decode(repeat('ab', 500000), 'hex'), to_json(repeat('x', 500000)), array(select generate_series(1, 100000)) from generate_series(1, 20) n`,
    )
    const { statement, rows } = await firstPage('heavy')
    expect(rows[0]!.cells.slice(1).every(({ isCut }) => isCut)).toBe(true)
    const { buffers } = await costOf(database.run, statement)
    const [[blocks] = []] = await database.sql("select pg_table_size('heavy') / 8192")
    expect(buffers).toBeLessThan(Number(blocks) / 10)
  })
})

test('a cell of a row that is gone is undefined, and one of an unknown column is a mistake', async () => {
  await database.sql('create table emptied (id int primary key, v text)')
  const { shape, identity } = await database.relation('emptied')
  expect(readWholeCell(await database.run(wholeCell(shape, identity, ['1'], 'v')))).toBe(undefined)
  expect(() => wholeCell(shape, identity, ['1'], 'w')).toThrow(RangeError)
  expect(() => wholeCell(shape, identity, [], 'v')).toThrow(RangeError)
})
