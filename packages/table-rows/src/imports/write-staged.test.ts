import { expect, test } from 'vitest'
import { testDatabase } from '../database.fixture.ts'
import {
  advanceSequences,
  canCopyDirectly,
  createTable,
  type ImportConflict,
  importTarget,
  policiesApply,
} from './import-target.ts'
import { createStaging } from './staging.ts'
import { TooManyRefused, writeStaged } from './write-staged.ts'

const database = testDatabase()
const { sql, run } = database

async function targetOf(table: string, names: readonly string[], conflict: ImportConflict | null = null) {
  const { shape } = await database.relation(table)
  const target = importTarget(shape, names, conflict)
  if (typeof target === 'string') throw new Error(target)
  return target
}

/** Imports rows, whose lines are 1, 2, …, and commits. */
async function imported(
  table: string,
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  conflict: ImportConflict | null = null,
  { refusedMax = 100, badLinesMax = 100 } = {},
) {
  const target = await targetOf(table, names, conflict)
  const progress: number[] = []
  await sql('begin')
  try {
    await sql(createStaging(target))
    for (const [index, row] of rows.entries())
      await sql(
        `insert into pg_temp.basalt_import values (${[index + 1, ...row].map((_, place) => `$${place + 1}`).join(', ')})`,
        [index + 1, ...row],
      )
    const result = await writeStaged(run, target, {
      badLinesMax,
      refusedMax,
      onProgress: (count) => progress.push(count),
    })
    await sql('commit')
    return result
  } catch (error) {
    await sql('rollback')
    throw error
  }
}

test('rows that all fit are written', async () => {
  await sql(`create table plain (id int, name text, at timestamptz default '2026-01-01Z')`)
  expect(
    await imported(
      'plain',
      ['name', 'id'],
      [
        ['a', '1'],
        [null, '2'],
        ['', null],
      ],
    ),
  ).toEqual({
    inserted: 3,
    updated: 0,
    skipped: 0,
    badLines: [],
    badLineCount: 0,
  })
  expect(await sql('select id, name, at is not null from plain order by id')).toEqual([
    ['1', 'a', 't'],
    ['2', null, 't'],
    [null, '', 't'],
  ])
})

test('each line that does not fit is named, and the others are written', async () => {
  await sql(`
    create type mood as enum ('calm', 'tense');
    create domain positive as int check (value > 0);
    create table parent (id int primary key);
    insert into parent values (1);
    create table strict (
      id int primary key, name varchar(3) not null, mood mood, amount numeric(4, 2) check (amount < 50), count positive,
      tags int[], parent int references parent, document jsonb, flags bit(3));
    create function no_fridays() returns trigger language plpgsql as $$
      begin if new.name = 'fri' then raise exception 'no % here', new.name using errcode = 'ZZ001'; end if; return new; end $$;
    create trigger no_fridays before insert on strict for each row execute function no_fridays();
    insert into strict (id, name) values (100, 'old')`)
  const names = ['id', 'name', 'mood', 'amount', 'count', 'tags', 'parent', 'document', 'flags']
  const row = (changes: Record<string, string | null>) => {
    const good: Record<string, string | null> = {
      name: 'abc',
      mood: 'calm',
      amount: '1.5',
      count: '1',
      tags: '{1}',
      parent: '1',
      document: '{}',
      flags: '101',
    }
    return names.map((name) => (name in changes ? changes[name]! : (good[name] ?? null)))
  }
  const rows = [
    row({ id: '1' }),
    row({ id: 'x' }),
    row({ id: '3', name: 'long' }),
    row({ id: '4', name: null }),
    row({ id: '5', mood: 'happy' }),
    row({ id: '6', amount: '49.999' }),
    row({ id: '7', amount: '60' }),
    row({ id: '8', count: '0' }),
    row({ id: '9', tags: '{1,x}' }),
    row({ id: '10', parent: '2' }),
    row({ id: '11', document: '{' }),
    row({ id: '12', flags: '1011' }),
    row({ id: '13', name: 'fri' }),
    row({ id: '1' }),
    row({ id: '100' }),
    row({ id: null }),
    row({ id: '17', amount: '123.4' }),
    row({ id: '18' }),
  ]
  const { inserted, badLines, badLineCount } = await imported('strict', names, rows)
  expect(badLines.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual([
    [2, 'id', 'x', 'invalid input syntax for type integer: "x"'],
    [3, 'name', 'long', 'value too long for type character varying(3)'],
    [4, 'name', null, 'null value in column "name" violates not-null constraint'],
    [5, 'mood', 'happy', 'invalid input value for enum mood: "happy"'],
    [6, null, null, expect.stringContaining('violates check constraint "strict_amount_check"')],
    [7, null, null, expect.stringContaining('violates check constraint "strict_amount_check"')],
    [8, 'count', '0', 'value for domain positive violates check constraint "positive_check"'],
    [9, 'tags', '{1,x}', 'invalid input syntax for type integer: "x"'],
    [10, null, null, expect.stringContaining('Key (parent)=(2) is not present in table "parent".')],
    [11, 'document', '{', 'invalid input syntax for type json'],
    [12, 'flags', '1011', 'bit string length 4 does not match type bit(3)'],
    [13, null, null, 'no fri here'],
    [14, null, null, expect.stringContaining('Key (id)=(1) already exists.')],
    [15, null, null, expect.stringContaining('Key (id)=(100) already exists.')],
    [16, 'id', null, 'null value in column "id" violates not-null constraint'],
    [17, 'amount', '123.4', 'numeric field overflow'],
  ])
  expect([inserted, badLineCount]).toEqual([2, 16])
  expect(await sql('select id from strict order by id')).toEqual([['1'], ['18'], ['100']])
})

test('among many rows, few bad ones are found', async () => {
  await sql('create table many (id int primary key, odd int check (odd <> 777))')
  const rows = Array.from({ length: 5000 }, (_, index) => [String(index % 4990), String(index)])
  const { inserted, badLines } = await imported('many', ['id', 'odd'], rows)
  expect(inserted).toBe(4989)
  expect(badLines.map(({ line }) => line)).toEqual([
    778,
    ...Array.from({ length: 10 }, (_, index) => 4991 + index),
  ])
})

test('an import gives up when the table refuses too many lines, and says how many so far', async () => {
  await sql('create table refusing (id int check (id < 0))')
  const rows = Array.from({ length: 20 }, (_, index) => [String(index)])
  const failed = imported('refusing', ['id'], rows, null, { refusedMax: 5, badLinesMax: 3 })
  await expect(failed).rejects.toThrow(TooManyRefused)
  await expect(failed).rejects.toMatchObject({ badLineCount: 6, badLines: { length: 3 } })
})

test('rows whose key is taken are skipped or update the row', async () => {
  await sql(`create table keyed (a int, b text, c text, n int default 7, primary key (a, b));
    insert into keyed values (1, 'x', 'old'), (2, 'y', 'old')`)
  const rows = [
    ['1', 'x', 'new'],
    ['3', 'z', 'new'],
    ['3', 'z', 'again'],
  ]
  const key = ['a', 'b']
  expect(await imported('keyed', ['a', 'b', 'c'], rows, { key, action: 'skip' })).toMatchObject({
    inserted: 1,
    updated: 0,
    skipped: 2,
  })
  expect(await imported('keyed', ['a', 'b', 'c'], rows, { key, action: 'update' })).toMatchObject({
    inserted: 0,
    updated: 3,
    skipped: 0,
  })
  expect(await sql('select a, b, c, n from keyed order by a')).toEqual([
    ['1', 'x', 'new', '7'],
    ['2', 'y', 'old', '7'],
    ['3', 'z', 'again', '7'],
  ])
})

test('a key without a unique index is an error of the import, not of its lines', async () => {
  await sql('create table without_key (a int)')
  await expect(imported('without_key', ['a'], [['1']], { key: ['a'], action: 'skip' })).rejects.toThrow(
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  )
})

test('identity columns take values, and later rows get free numbers', async () => {
  await sql(
    `create table numbered (id int8 primary key generated always as identity, other serial, name text)`,
  )
  await imported(
    'numbered',
    ['id', 'other', 'name'],
    [
      ['40', '7', 'a'],
      ['41', '9', 'b'],
    ],
  )
  for (const statement of advanceSequences(await targetOf('numbered', ['id', 'other', 'name'])))
    await run(statement)
  await sql(`insert into numbered (name) values ('c')`)
  expect(await sql(`select id, other from numbered where name = 'c'`)).toEqual([['42', '10']])
})

test('rows of an updatable view and of any name are written', async () => {
  await sql(`create schema "Bob's";
    create table "Bob's"."a.b""c" ("col umn" text, "ünï 🐘" int, "select" int);
    create view "Bob's".v as select * from "Bob's"."a.b""c" where "select" > 0 with check option`)
  const names = ['col umn', 'ünï 🐘', 'select']
  const { inserted, badLines } = await imported(`"Bob's".v`, names, [
    ["it's", '1', '1'],
    ['x', '1', '-1'],
  ])
  expect([inserted, badLines[0]?.reason]).toEqual([
    1,
    expect.stringContaining('new row violates check option for view "v"'),
  ])
})

test('policies refuse single rows, and COPY is not used where they apply', async () => {
  await sql(`create role importer; create table guarded (id int, owner text);
    grant all on guarded to importer;
    alter table guarded enable row level security;
    create policy own on guarded to importer with check (owner = 'me')`)
  const target = await targetOf('guarded', ['id', 'owner'])
  await sql('set role importer')
  try {
    expect(await run(policiesApply(target.shape.oid))).toEqual([['t']])
    expect([canCopyDirectly(target, true), canCopyDirectly(target, false)]).toEqual([false, true])
    const { badLines } = await imported(
      'guarded',
      ['id', 'owner'],
      [
        ['1', 'me'],
        ['2', 'you'],
      ],
    )
    expect(badLines).toMatchObject([
      { line: 2, reason: expect.stringContaining('row-level security policy') },
    ])
  } finally {
    await sql('reset role')
  }
})

test.each([
  ['sealed', ['x'], null, 'There is no column x.'],
  ['sealed', ['g'], null, 'The column g is generated from other columns.'],
  ['sealed', ['a', 'a'], null, 'The column a is filled twice.'],
  [
    'sealed',
    ['a'],
    { key: ['b'], action: 'skip' as const },
    'The key column b has to be filled from the file.',
  ],
  ['stored', ['a'], null, 'A materialized view changes only when it is refreshed.'],
  ['computed', ['b'], null, 'This role has no right to fill the column b.'],
])('rows for %s, columns %j, are refused', async (table, names, conflict, reason) => {
  await sql(`create table if not exists sealed (a int, b int, g int generated always as (a + 1) stored);
    create materialized view if not exists stored as select 1 as a;
    create or replace view computed as select a, b + 1 as b from sealed`)
  const { shape } = await database.relation(table)
  expect(importTarget(shape, names, conflict)).toBe(reason)
})

test('a table is created with a number, or with its own key', async () => {
  await sql(
    createTable({
      schema: 'public',
      name: 'new "one"',
      columns: [{ name: 'na"me', type: 'text' }],
      primaryKey: null,
      hasRowSecurity: true,
    }),
  )
  await sql(
    createTable({
      schema: 'public',
      name: 'keyed by name',
      columns: [
        { name: 'id', type: 'text' },
        { name: 'at', type: 'timestamptz' },
      ],
      primaryKey: 'id',
      hasRowSecurity: false,
    }),
  )
  const { shape } = await database.relation('"new ""one"""')
  expect(shape.columns.map(({ name, type, identity }) => [name, type, identity])).toEqual([
    ['id', 'bigint', 'by default'],
    ['na"me', 'text', null],
  ])
  expect(
    await sql(
      `select relrowsecurity from pg_class where relkind = 'r' and relname in ('new "one"', 'keyed by name') order by relname`,
    ),
  ).toEqual([['f'], ['t']])
})
