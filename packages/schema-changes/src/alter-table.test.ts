import { beforeEach, describe, expect, test } from 'vitest'
import { alterTable } from './alter-table.ts'
import { column, oddNames, testDatabase } from './database.fixture.ts'
import type { ColumnDraft, TableDraft } from './table-draft.ts'

const database = testDatabase()

beforeEach(() =>
  database.sql(`
    drop schema public cascade; create schema public;
    set timezone to 'UTC';
    create type mood as enum ('calm', 'tense');
    create domain positive as int4 check (value > 0);
    create domain anything as int4;
    create function roll() returns int4 language plpgsql volatile as 'begin return 4; end';
    create function fixed() returns int4 language sql stable as 'select 4'`),
)

type Change = (draft: TableDraft) => TableDraft

/** Changes a table in its draft, runs that and compares what was said with what PostgreSQL did. */
async function alter(name: string, change: Change) {
  const current = await database.read(name)
  const draft = change(current.table)
  const statements = alterTable(current, draft, await database.facts(current.table, draft))
  const observed = await database.run(statements)
  for (const { sql, rewrote, saysRewrite, locks, saysLocks } of observed)
    expect({ sql, rewrote, locks }).toEqual({ sql, rewrote: saysRewrite, locks: saysLocks })
  return { statements, observed }
}

const onColumn =
  (name: string, more: Partial<ColumnDraft>): Change =>
  (draft) => ({
    ...draft,
    columns: draft.columns.map((each) => (each.was === name ? { ...each, ...more } : each)),
  })

const adding =
  (...added: ColumnDraft[]): Change =>
  (draft) => ({ ...draft, columns: [...draft.columns, ...added] })

const rewriteOf = async (name: string, change: Change) =>
  (await alter(name, change)).observed.some(({ rewrote }) => rewrote)

test('an unchanged draft has no statements', async () => {
  await database.sql(`
    create table others (a int, b int, unique (a, b));
    create table t (id serial primary key, a int default 5 unique check (a > 0), b text default 'x', c int generated always as (a * 2) stored,
      d int generated always as identity, foreign key (a, d) references others (a, b) on delete cascade);
    comment on table t is 'a table'; comment on column t.a is 'a column'; alter table t enable row level security`)
  expect((await alter('t', (draft) => draft)).statements).toEqual([])
})

describe('a change of type is made, its values stay, and the rewrite is foretold', () => {
  const cases: [from: string, to: string, value: string, after: string, rewrites: boolean][] = [
    ['int4', 'int8', '5', '5', true],
    ['int8', 'int4', '5', '5', true],
    ['int4', 'text', '5', '5', true],
    ['text', 'int4', '5', '5', true],
    ['text', 'varchar', 'a', 'a', false],
    ['varchar', 'text', 'a', 'a', false],
    ['varchar(5)', 'text', 'abcde', 'abcde', false],
    ['text', 'varchar(5)', 'abcde', 'abcde', true],
    ['varchar(5)', 'varchar(10)', 'abcde', 'abcde', false],
    ['varchar(10)', 'varchar(5)', 'abcde', 'abcde', true],
    ['varchar(10)', 'varchar', 'abcde', 'abcde', false],
    ['varchar', 'varchar(9)', 'abcde', 'abcde', true],
    ['char(3)', 'text', 'abc', 'abc', true],
    ['char(3)', 'char(5)', 'abc', 'abc  ', true],
    ['varbit(5)', 'varbit(9)', '101', '101', false],
    ['numeric(10,2)', 'numeric(12,2)', '1.25', '1.25', false],
    ['numeric(12,2)', 'numeric(10,2)', '1.25', '1.25', true],
    ['numeric(10,2)', 'numeric(10,3)', '1.25', '1.250', true],
    ['numeric(10,2)', 'numeric', '1.25', '1.25', false],
    ['numeric', 'numeric(10,2)', '1.255', '1.26', true],
    ['numeric', 'float8', '1.5', '1.5', true],
    ['float8', 'numeric', '1.5', '1.5', true],
    ['float4', 'float8', '1.5', '1.5', true],
    ['timestamp', 'timestamptz', '2026-01-01 00:00:00', '2026-01-01 00:00:00+00', false],
    ['timestamptz', 'timestamp', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00', false],
    ['timestamp(3)', 'timestamp', '2026-01-01 00:00:00', '2026-01-01 00:00:00', false],
    ['timestamp', 'timestamp(3)', '2026-01-01 00:00:00.12345', '2026-01-01 00:00:00.123', true],
    ['timestamp(3)', 'timestamp(5)', '2026-01-01 00:00:00', '2026-01-01 00:00:00', false],
    ['date', 'timestamp', '2026-01-01', '2026-01-01 00:00:00', true],
    ['timestamptz', 'date', '2026-01-01 10:00:00+00', '2026-01-01', true],
    ['time', 'timetz', '10:00:00', '10:00:00+00', true],
    ['json', 'jsonb', '{"a":1}', '{"a": 1}', true],
    ['text', 'jsonb', '{"a":1}', '{"a": 1}', true],
    ['text', 'uuid', '6f1e0c2a-1111-4222-8333-444455556666', '6f1e0c2a-1111-4222-8333-444455556666', true],
    ['text', 'mood', 'calm', 'calm', true],
    ['mood', 'text', 'calm', 'calm', true],
    ['text', 'bool', 'yes', 'true', true],
    ['bool', 'int4', 'true', '1', true],
    ['int4', 'bool', '1', 'true', true],
    ['cidr', 'inet', '10.0.0.0/8', '10.0.0.0/8', false],
    ['inet', 'cidr', '10.0.0.0/8', '10.0.0.0/8', true],
    ['text', 'text[]', 'a', '{a}', true],
    ['int4', 'int4[]', '7', '{7}', true],
    ['int4[]', 'int8[]', '{7}', '{7}', true],
    ['int4', 'anything', '7', '7', false],
    ['anything', 'int4', '7', '7', false],
    ['int4', 'positive', '7', '7', true],
    ['positive', 'int4', '7', '7', false],
    ['int4', 'oid', '7', '7', false],
    ['text', 'name', 'a', 'a', true],
    ['int4', 'numeric(5,1)', '7', '7.0', true],
    ['text', 'bytea', '\\x00', '\\x00', true],
  ]
  test.each(cases)('%s to %s', async (from, to, value, after, rewrites) => {
    await database.sql(`create table t (a ${from})`)
    await database.sql('insert into t values (null)')
    await database.sql(`insert into t values ($1)`, [value])
    expect(await rewriteOf('t', onColumn('a', { type: to }))).toBe(rewrites)
    expect(await database.sql('select a::text from t order by a nulls first')).toEqual([
      [null],
      [after.trimEnd()],
    ])
  })

  test('of timestamps, depends on the time zone of the session', async () => {
    await database.sql(`create table t (a timestamp); set timezone to 'Europe/Paris'`)
    expect(await rewriteOf('t', onColumn('a', { type: 'timestamptz' }))).toBe(true)
  })
})

test('a default that PostgreSQL cannot convert is put back', async () => {
  await database.sql("create table t (a text default 'calm')")
  await alter('t', onColumn('a', { type: 'mood' }))
  expect((await database.read('t')).table.columns[0]).toMatchObject({
    type: 'mood',
    default: { literal: 'calm' },
  })
})

test('the same type written otherwise is no change', async () => {
  await database.sql('create table t (a bigint, b timestamp with time zone)')
  const { statements } = await alter('t', (draft) =>
    onColumn('b', { type: 'timestamptz' })(onColumn('a', { type: 'int8' })(draft)),
  )
  expect(statements).toEqual([])
})

describe('a new column is added, and the rewrite is foretold', () => {
  const cases: [title: string, column: ColumnDraft, rewrites: boolean][] = [
    ['nothing', column('n', 'text'), false],
    ['a literal', column('n', 'text', { nullable: false, default: { literal: 'x' } }), false],
    ['now()', column('n', 'timestamptz', { nullable: false, default: { expression: 'now()' } }), false],
    ['a stable function', column('n', 'int4', { default: { expression: 'fixed()' } }), false],
    ['a volatile function', column('n', 'int4', { default: { expression: 'roll()' } }), true],
    [
      'a quoted volatile function',
      column('n', 'int4', { default: { expression: '1 + public."roll" ()' } }),
      true,
    ],
    ['gen_random_uuid()', column('n', 'uuid', { default: { expression: 'gen_random_uuid()' } }), true],
    ['clock_timestamp()', column('n', 'timestamptz', { default: { expression: 'clock_timestamp()' } }), true],
    [
      'current_timestamp',
      column('n', 'timestamptz', { default: { expression: 'current_timestamp' } }),
      false,
    ],
    ['random()', column('n', 'float8', { default: { expression: 'random() * 10' } }), true],
    [
      'a name of a volatile function in a string',
      column('n', 'text', { default: { expression: "'roll()'" } }),
      false,
    ],
    ['identity', column('n', 'int8', { nullable: false, identity: 'always' }), true],
    ['serial', column('n', 'serial'), true],
    ['a generated value', column('n', 'int4', { generated: 'a + 1' }), true],
    ['an enum', column('n', 'mood', { default: { literal: 'calm' } }), false],
    ['an array', column('n', 'int4[]', { default: { literal: '{}' } }), false],
    ['a domain without constraint', column('n', 'anything', { default: { literal: '1' } }), false],
    ['a domain with constraint', column('n', 'positive', { default: { literal: '1' } }), true],
  ]
  test.each(cases)('%s', async (_title, added, rewrites) => {
    await database.sql('create table t (a int); insert into t values (1), (2)')
    expect(await rewriteOf('t', adding(added))).toBe(rewrites)
    expect((await database.read('t')).table.columns[1]).toMatchObject({ name: 'n' })
  })
})

describe('a column changes', () => {
  const cases: [title: string, made: string, change: Partial<ColumnDraft>, after: Partial<ColumnDraft>][] = [
    ['its name', 'a int', { name: 'b' }, { name: 'b' }],
    ['to not null', 'a int', { nullable: false }, { nullable: false }],
    ['to nullable', 'a int not null', { nullable: true }, { nullable: true }],
    ['a new default', 'a int', { default: { literal: '5' } }, { default: { literal: '5' } }],
    [
      'another default',
      'a int default 4',
      { default: { expression: '2 + 3' } },
      { default: { expression: '(2 + 3)' } },
    ],
    ['no default', 'a int default 4', { default: null }, { default: null }],
    ['to identity', 'a int', { nullable: false, identity: 'by default' }, { identity: 'by default' }],
    [
      'the kind of identity',
      'a int generated always as identity',
      { identity: 'by default' },
      { identity: 'by default' },
    ],
    ['from identity', 'a int generated always as identity', { identity: null }, { identity: null }],
    [
      'from serial to identity',
      'a serial',
      { default: null, identity: 'always' },
      { identity: 'always', default: null },
    ],
    ['its comment', 'a int', { comment: 'it’s' }, { comment: 'it’s' }],
    [
      'name, type, default and comment at once',
      'a int default 1',
      { name: 'b', type: 'text', default: { literal: 'x' }, comment: 'c' },
      { name: 'b', type: 'text', default: { literal: 'x' }, comment: 'c' },
    ],
    [
      'from generated to plain',
      'a int generated always as (2) stored',
      { generated: null },
      { generated: null },
    ],
    [
      'the expression of a generated one',
      'a int generated always as (2) stored',
      { generated: '3' },
      { generated: '3' },
    ],
  ]
  test.each(cases)('%s', async (_title, made, change, after) => {
    await database.sql(
      `create table t (${made}, other int); insert into t (other) select 7 where ${made !== 'a int' && made !== 'a int not null'}`,
    )
    await alter('t', onColumn('a', change))
    expect((await database.read('t')).table.columns[0]).toMatchObject(after)
  })

  test.each(oddNames)('its name to and from %s', async (name) => {
    await database.sql('create table t (a int, b int)')
    await alter('t', onColumn('a', { name, type: 'int8', comment: name, default: { literal: '1' } }))
    expect((await database.read('t')).table.columns[0]).toMatchObject({ name, type: 'bigint', comment: name })
    await alter('t', onColumn(name, { name: 'a' }))
    expect((await database.read('t')).table.columns.map((each) => each.name)).toEqual(['a', 'b'])
  })

  test('identity continues after the numbers that exist', async () => {
    await database.sql('create table t (a int not null); insert into t values (41)')
    await alter('t', onColumn('a', { identity: 'always' }))
    expect(await database.one('insert into t default values returning a')).toBe('42')
  })

  test('three columns exchange their names', async () => {
    await database.sql('create table t (a int, b text, c bool)')
    const next: Record<string, string> = { a: 'b', b: 'c', c: 'a' }
    await alter('t', (draft) => ({
      ...draft,
      columns: draft.columns.map((each) => ({ ...each, name: next[each.name]! })),
    }))
    expect((await database.read('t')).table.columns).toMatchObject([
      { name: 'b', type: 'integer' },
      { name: 'c', type: 'text' },
      { name: 'a', type: 'boolean' },
    ])
  })

  test('one takes the name of another that is dropped', async () => {
    await database.sql('create table t (a int, b text); insert into t values (1, $$x$$)')
    await alter('t', (draft) => ({ ...draft, columns: [{ ...draft.columns[0]!, name: 'b' }] }))
    expect(await database.sql('select * from t')).toEqual([['1']])
  })

  test('a new one takes the name of one that is dropped', async () => {
    await database.sql('create table t (a int)')
    await alter('t', (draft) => ({ ...draft, columns: [column('a', 'text')] }))
    expect((await database.read('t')).table.columns).toMatchObject([{ name: 'a', type: 'text' }])
  })
})

describe('constraints', () => {
  const target = { schema: 'public', name: 'parents', columns: ['id'] }
  const key = { was: null, columns: ['a'], target, on_update: 'no action', on_delete: 'cascade' } as const
  const cases: [
    title: string,
    made: string,
    change: (draft: TableDraft) => Partial<TableDraft>,
    after: object,
  ][] = [
    ['a primary key', 'a int not null, b int', () => ({ primary_key: ['a'] }), { primary_key: ['a'] }],
    [
      'a composite primary key',
      'a int, b int',
      () => ({ primary_key: ['b', 'a'] }),
      { primary_key: ['b', 'a'] },
    ],
    [
      'another primary key',
      'a int primary key, b int',
      () => ({ primary_key: ['b'] }),
      { primary_key: ['b'] },
    ],
    ['no primary key', 'a int primary key, b int', () => ({ primary_key: [] }), { primary_key: [] }],
    [
      'a unique constraint',
      'a int, b int',
      () => ({ uniques: [{ was: null, columns: ['a', 'b'] }] }),
      { uniques: [{ columns: ['a', 'b'] }] },
    ],
    ['no unique constraint', 'a int unique, b int', () => ({ uniques: [] }), { uniques: [] }],
    [
      'a check',
      'a int, b int',
      () => ({ checks: [{ was: null, expression: 'a > b -- so' }] }),
      { checks: [{ expression: '(a > b)' }] },
    ],
    [
      'another check',
      'a int check (a > 0), b int',
      ({ checks }) => ({ checks: [{ ...checks[0]!, expression: 'a > 1' }] }),
      { checks: [{ expression: '(a > 1)' }] },
    ],
    ['no check', 'a int check (a > 0), b int', () => ({ checks: [] }), { checks: [] }],
    [
      'a foreign key',
      'a int, b int',
      () => ({ foreign_keys: [key] }),
      { foreign_keys: [{ columns: ['a'], on_delete: 'cascade' }] },
    ],
    [
      'another action',
      'a int references parents, b int',
      ({ foreign_keys }) => ({ foreign_keys: [{ ...foreign_keys[0]!, on_delete: 'set null' }] }),
      { foreign_keys: [{ on_delete: 'set null' }] },
    ],
    ['no foreign key', 'a int references parents, b int', () => ({ foreign_keys: [] }), { foreign_keys: [] }],
    [
      'keys and a column that is renamed',
      'a int primary key, b int unique',
      ({ columns }) => ({
        columns: columns.map((each) => ({ ...each, name: `${each.name}2` })),
        primary_key: ['a2'],
        uniques: [{ was: 't_b_key', columns: ['b2'] }],
      }),
      { primary_key: ['a2'], uniques: [{ columns: ['b2'] }] },
    ],
  ]
  test.each(cases)('%s', async (_title, made, change, after) => {
    await database.sql(`create table parents (id int primary key); create table t (${made})`)
    await alter('t', (draft) => ({ ...draft, ...change(draft) }))
    expect((await database.read('t')).table).toMatchObject(after)
  })

  test('a renamed column alone leaves its constraints alone', async () => {
    await database.sql('create table t (a int primary key, b int unique)')
    const { statements } = await alter('t', (draft) => ({
      ...draft,
      columns: draft.columns.map((each) => ({ ...each, name: `${each.name}2` })),
      primary_key: ['a2'],
      uniques: draft.uniques.map((each) => ({ ...each, columns: ['b2'] })),
    }))
    expect(statements.map(({ sql }) => sql)).toEqual([
      'alter table "public"."t" rename column "a" to "a2"',
      'alter table "public"."t" rename column "b" to "b2"',
    ])
  })
})

test('the name, comment, row security and realtime of a table change together', async () => {
  await database.sql('create table t (a int)')
  const whole = { name: 'It\'s "new"', comment: 'why', rls: true, realtime: true }
  await alter('t', (draft) => ({ ...draft, ...whole }))
  expect((await database.read('"It\'s ""new"""')).table).toMatchObject(whole)
  await alter('"It\'s ""new"""', (draft) => ({
    ...draft,
    name: 't',
    comment: '',
    rls: false,
    realtime: false,
  }))
  expect((await database.read('t')).table).toMatchObject({ comment: null, rls: false, realtime: false })
})

test('several changes that write the table again do so in one statement', async () => {
  await database.sql('create table t (a int, b int); insert into t values (1, 2)')
  const { observed } = await alter('t', (draft) =>
    adding(column('id', 'int8', { nullable: false, identity: 'always' }))(
      onColumn('b', { type: 'text' })(onColumn('a', { type: 'int8' })(draft)),
    ),
  )
  expect(observed.filter(({ rewrote }) => rewrote)).toHaveLength(1)
})

test('a failed change leaves nothing done', async () => {
  await database.sql("create table t (a text, b int); insert into t values ('x', 1)")
  await expect(
    alter('t', (draft) => onColumn('a', { name: 'c', type: 'int4', comment: 'never' })(draft)),
  ).rejects.toThrow('invalid input syntax')
  expect((await database.read('t')).table.columns[0]).toMatchObject({
    name: 'a',
    type: 'text',
    comment: null,
  })
})
