import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdvisorType, advisorTypes, lintQuery, lintsOf } from './lints.ts'

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Roles are shared by all databases of the server, which other tests use too.
  await client.query(`
    do $$ begin
      if to_regrole('anon') is null then create role anon; end if;
      if to_regrole('authenticated') is null then create role authenticated; end if;
    exception when duplicate_object or unique_violation then null; end $$`)
  await client.query(
    `create schema auth; create function auth.uid() returns uuid language sql stable as 'select null::uuid'`,
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Findings, as `lint: name`, in a new schema `shop` that this SQL sets up. */
async function findings(type: AdvisorType, sql: string, exposed = ['shop']) {
  await client.query('begin; create schema shop; set local search_path = shop')
  try {
    await client.query(sql)
    const { rows } = await client.query<{ lint: string; name: string }>(lintQuery(type, exposed))
    return rows.map(({ lint, name }) => `${lint}: ${name}`)
  } finally {
    await client.query('rollback')
  }
}

const KEYED = 'id bigint primary key'

test.each([
  [
    'a table without protection',
    `create table t (${KEYED}); grant select on t to anon`,
    ['rls_disabled_in_public: t'],
  ],
  [
    'a table that anyone may insert into',
    `create table t (${KEYED}); grant insert on t to anon`,
    ['rls_disabled_in_public: t'],
  ],
  ['a table that nobody else may read', `create table t (${KEYED})`, []],
  [
    'a table with policies that are off',
    `create table t (${KEYED}); grant select on t to anon; create policy p on t using (true)`,
    ['policy_exists_rls_disabled: t'],
  ],
  [
    'a table without a policy',
    `create table t (${KEYED}); alter table t enable row level security`,
    ['rls_enabled_no_policy: t'],
  ],
  [
    'a protected table',
    `create table t (${KEYED}); alter table t enable row level security; create policy p on t using (true)`,
    [],
  ],
  [
    'a view that reads as its owner by default',
    'create view v as select 1; grant select on v to authenticated',
    ['security_definer_view: v'],
  ],
  [
    'a view that explicitly reads as its owner',
    'create view v with (security_invoker = false) as select 1; grant select on v to anon',
    ['security_definer_view: v'],
  ],
  [
    'a view that reads as its caller',
    'create view v with (security_invoker) as select 1; grant select on v to anon',
    [],
  ],
  [
    'a materialized view',
    'create materialized view m as select 1; grant select on m to anon',
    ['materialized_view_in_api: m'],
  ],
  [
    'a function that runs as its owner',
    "create function f() returns int language sql security definer as 'select 1'",
    ['function_search_path_mutable: f'],
  ],
  [
    'a function with a fixed search path',
    "create function f() returns int language sql security definer set search_path = '' as 'select 1'",
    [],
  ],
])('security: %s', async (_what, sql, expected) => {
  expect(await findings('security', sql)).toEqual(expected)
})

test('objects outside exposed schemas are not reported', async () => {
  const sql = `create table t (${KEYED}); grant select on t to anon`
  expect(await findings('security', sql, ['other'])).toEqual([])
  expect(await findings('security', sql, [])).toEqual([])
})

const TWO = `create table a (${KEYED}, x int, y int); create table b (${KEYED}, a_id bigint references a)`

test.each([
  ['a foreign key without an index', TWO, ['unindexed_foreign_keys: b']],
  ['a foreign key with an index', `${TWO}; create index on b (a_id, id)`, []],
  [
    'a foreign key that is not the prefix of an index',
    `${TWO}; create index on b (id, a_id)`,
    ['unindexed_foreign_keys: b'],
  ],
  [
    'a foreign key with a partial index',
    `${TWO}; create index on b (a_id) where a_id > 1`,
    ['unindexed_foreign_keys: b'],
  ],
  [
    'a foreign key of two columns with an index in the other order',
    `create table a (x int, y int, primary key (x, y));
     create table b (${KEYED}, p int, q int, foreign key (p, q) references a); create index on b (q, p)`,
    [],
  ],
  ['a table without a primary key', 'create table t (n int)', ['no_primary_key: t']],
  [
    'the same index twice',
    `create table t (${KEYED}, n int); create index one on t (n); create index two on t (n)`,
    ['duplicate_index: t'],
  ],
  [
    'indexes that differ in a condition, an order or a method',
    `create table t (${KEYED}, n int); create index on t (n); create index on t (n) where n > 1;
     create index on t (n desc); create index on t using hash (n)`,
    [],
  ],
  [
    'a policy that calls auth.uid() for each row',
    `create table t (${KEYED}, owner uuid); create policy p on t using (owner = auth.uid())`,
    ['auth_rls_initplan: t'],
  ],
  [
    'a policy that calls auth.uid() once',
    `create table t (${KEYED}, owner uuid); create policy p on t using (owner = (select auth.uid()))`,
    [],
  ],
])('performance: %s', async (_what, sql, expected) => {
  expect(await findings('performance', sql)).toEqual(expected)
})

test('every lint has a unique name, a description and a remediation', () => {
  const lints = advisorTypes.flatMap((type) => lintsOf(type))
  expect(new Set(lints.map(({ name }) => name)).size).toBe(lints.length)
  for (const { description, remediation } of lints)
    expect(Math.min(description.length, remediation.length)).toBeGreaterThan(15)
})
