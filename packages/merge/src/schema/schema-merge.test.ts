import { expect, test } from 'vitest'
import { forkDatabase } from '../forked-database.fixture.ts'
import type { DecidedObject } from './merge-facts.ts'
import { type KnownRename, mergeSchemas } from './schema-merge.ts'

type Fork = Awaited<ReturnType<typeof forkDatabase>>

const LEFT_OUT = {
  schemas: ['basalt'],
  triggerFunctionsOf: 'basalt',
  ourRoles: 'basalt_*',
  owner: 'basalt_admin',
}

const planOf = async (
  fork: Fork,
  decisions: Record<string, DecidedObject> = {},
  renames: readonly KnownRename[] = [],
) =>
  mergeSchemas({
    base: fork.baseSchema,
    branch: await fork.branch.schema(),
    target: await fork.target.schema(),
    leftOut: LEFT_OUT,
    decisions: new Map(Object.entries(decisions)),
    renames,
  })

/** Merges the schema, and expects that nothing is left to merge. */
async function merge(
  fork: Fork,
  decisions: Record<string, DecidedObject> = {},
  renames: readonly KnownRename[] = [],
) {
  const { statements } = await planOf(fork, decisions, renames)
  for (const { sql } of statements) await fork.target.sql(sql)
  expect((await planOf(fork, decisions)).statements).toEqual([])
  return statements
}

const columnsOf = async (side: Fork['target'], table: string) =>
  (
    await side.sql(
      `select attname from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by 1`,
    )
  ).flat()

test('the branch’s changes are made to what the target has become', async () => {
  await using fork = await forkDatabase(`
    create table goods (id int primary key, name text); create table old (id int primary key);
    create type state as enum ('new', 'done');
    create function price() returns int language sql as 'select 1'`)
  await fork.branch.sql(`
    alter table goods add note text not null default ''; alter table goods enable row level security;
    create policy all_see on goods for select using (true);
    create index goods_name on goods (name); drop table old; alter type state add value 'paid' before 'done';
    create table orders (id int primary key, good int references goods, state state);
    create view named as select id, name from goods; create or replace function price() returns int language sql as 'select 2'`)
  await fork.target.sql(`
    alter table goods add weight int; create table kept (id int primary key); alter type state add value 'late';
    comment on table goods is 'of production'; alter table goods alter name set not null`)
  const statements = await merge(fork)
  expect(await columnsOf(fork.target, 'goods')).toEqual(['id', 'name', 'note', 'weight'])
  expect(
    await fork.target.sql(`select to_regclass('kept') is not null, to_regclass('old') is null, price()`),
  ).toEqual([['t', 't', '2']])
  expect(await fork.target.sql('select unnest(enum_range(null::state))')).toEqual([
    ['new'],
    ['paid'],
    ['done'],
    ['late'],
  ])
  expect(statements.filter(({ isDestructive }) => isDestructive).map(({ sql }) => sql)).toEqual([
    expect.stringMatching(/^drop table .*old/i),
  ])
  expect(statements.filter(({ mustCommitFirst }) => mustCommitFirst).map(({ sql }) => sql)).toEqual([
    expect.stringMatching(/add value 'paid'/i),
  ])
  expect(statements.find(({ sql }) => /create index/i.test(sql))).toMatchObject({ lock: 'share' })
})

test('an object that both sides changed differently is a conflict, which keeps what was decided', async () => {
  await using fork = await forkDatabase(`
    create table goods (id int primary key, name text); create function price() returns int language sql as 'select 1'`)
  await fork.branch.sql(`create or replace function price() returns int language sql as 'select 2';
    alter table goods add note text; alter table goods alter name set not null`)
  await fork.target.sql(`create or replace function price() returns int language sql as 'select 3';
    alter table goods add note int; alter table goods alter name set default 'x'`)
  const { conflicts, statements } = await planOf(fork)
  expect(conflicts.map(({ object, kind }) => [object, kind])).toEqual([
    ['column public.goods.note', 'both_changed'],
    ['function public.price()', 'both_changed'],
  ])
  expect(statements.map(({ sql }) => sql)).toEqual([expect.stringMatching(/name"? set not null/i)])
  const price = conflicts.find(({ object }) => object.startsWith('function'))!
  const decisions = { [price.id]: { decision: 'branch' as const, state: price.state } }
  expect((await planOf(fork, decisions)).conflicts[1]).toMatchObject({ id: price.id, decision: 'branch' })
  // It is of what both sides had: production's newer function is not replaced by it.
  await fork.target.sql(`create or replace function price() returns int language sql as 'select 4'`)
  const moved = await planOf(fork, decisions)
  expect(moved.conflicts[1]).toMatchObject({ id: price.id, decision: undefined })
  expect(moved.statements.map(({ sql }) => sql)).toEqual(statements.map(({ sql }) => sql))
  const { state } = moved.conflicts[1]!
  await merge(fork, { [price.id]: { decision: 'branch', state } })
  expect(await fork.target.sql('select price()')).toEqual([['2']])
})

test('what the target still needs is not dropped, and what needs something dropped is not made', async () => {
  await using fork = await forkDatabase('create table goods (id int primary key, name text, price int)')
  await fork.branch.sql(
    'alter table goods drop name; create view prices as select price from goods; create table other (id int)',
  )
  await fork.target.sql('create view names as select name from goods; alter table goods drop price')
  const { conflicts } = await planOf(fork)
  expect(conflicts).toMatchObject([
    {
      object: 'column public.goods.name',
      kind: 'needed_by_target',
      other: 'view public.names',
    },
    { object: 'view public.prices', kind: 'dropped_by_target', other: 'column public.goods.price' },
  ])
  await merge(fork)
  expect(await columnsOf(fork.target, 'goods')).toEqual(['id', 'name'])
  expect(await columnsOf(fork.target, 'other')).toEqual(['id'])
})

test('a table that the branch dropped and the target extended is kept', async () => {
  await using fork = await forkDatabase('create table goods (id int primary key, name text)')
  await fork.branch.sql('drop table goods')
  await fork.target.sql('alter table goods add note text')
  expect((await planOf(fork)).conflicts).toMatchObject([
    { kind: 'needed_by_target', object: 'table public.goods' },
  ])
  await merge(fork)
  expect(await columnsOf(fork.target, 'goods')).toEqual(['id', 'name', 'note'])
})

test('a renamed column keeps its values', async () => {
  await using fork = await forkDatabase(
    "create table goods (id int primary key, name text); insert into goods values (1, 'lamp')",
  )
  await fork.branch.sql('alter table goods rename name to title')
  const rename = { kind: 'column', schema: 'public', table: 'goods', from: 'name', to: 'title' } as const
  const { statements } = await planOf(fork, {}, [rename])
  expect(statements).toMatchObject([{ isDestructive: false, sql: expect.stringMatching(/rename/i) }])
  for (const { sql } of statements) await fork.target.sql(sql)
  expect(await fork.target.sql('select title from goods')).toEqual([['lamp']])
})

test('a renamed table keeps its rows, key, indexes, references and what both sides changed of it', async () => {
  await using fork = await forkDatabase(`
    create table goods (id serial primary key, name text); insert into goods (name) values ('lamp');
    create index goods_name on goods (name); create table refs (good int references goods);
    insert into refs values (1); alter table goods enable row level security;
    create policy all_see on goods for select using (id > 0);
    create view named as select goods.id, goods.name from goods where goods.name <> 'public.goods'`)
  await fork.branch.sql(`alter table goods rename to "Our products"; alter table "Our products" rename name to title;
    alter table "Our products" add price int; create index on "Our products" (price)`)
  await fork.target.sql('alter table goods add weight int; create index on goods (weight)')
  const statements = await merge(fork, {}, [
    { kind: 'table', schema: 'public', from: 'goods', to: 'Our products' },
    { kind: 'column', schema: 'public', table: 'goods', from: 'name', to: 'title' },
  ])
  expect(statements[0]!.sql).toBe('ALTER TABLE "public"."goods" RENAME TO "Our products"')
  expect(statements.filter(({ sql }) => /(drop|create) table|drop constraint/i.test(sql))).toEqual([])
  expect(await fork.target.sql('select id, title from "Our products"')).toEqual([['1', 'lamp']])
  expect(await columnsOf(fork.target, '"Our products"')).toEqual(['id', 'price', 'title', 'weight'])
  expect(await fork.target.sql('select name from named')).toEqual([['lamp']])
})

test('the fingerprint changes with either side, and not by what is left out', async () => {
  await using fork = await forkDatabase('create table goods (id int primary key)')
  const before = (await planOf(fork)).fingerprint
  await fork.target.sql('create table basalt.own (id int)')
  expect((await planOf(fork)).fingerprint).toBe(before)
  await fork.target.sql('alter table goods add name text')
  const moved = (await planOf(fork)).fingerprint
  expect(moved).not.toBe(before)
  await fork.branch.sql('alter table goods add other text')
  expect((await planOf(fork)).fingerprint).not.toBe(moved)
})
