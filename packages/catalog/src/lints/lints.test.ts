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
  // Roles are shared by all databases of the server that other tests use as well.
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

/** What is found in a schema of its own that this SQL has made. */
async function found(type: AdvisorType, sql: string, exposed = ['shop']) {
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
    'a table with nothing around it',
    `create table t (${KEYED}); grant select on t to anon`,
    ['rls_disabled_in_public: t'],
  ],
  [
    'a table that anybody may add to',
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
    'a table as it should be',
    `create table t (${KEYED}); alter table t enable row level security; create policy p on t using (true)`,
    [],
  ],
  [
    'a view that reads as its owner',
    'create view v as select 1; grant select on v to authenticated',
    ['security_definer_view: v'],
  ],
  [
    'a view that says that it does',
    'create view v with (security_invoker = false) as select 1; grant select on v to anon',
    ['security_definer_view: v'],
  ],
  [
    'a view that reads as who asks',
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
    'one whose search path is fixed',
    "create function f() returns int language sql security definer set search_path = '' as 'select 1'",
    [],
  ],
])('security: %s', async (_what, sql, expected) => {
  expect(await found('security', sql)).toEqual(expected)
})

test('what no API shows is nobody else’s to see', async () => {
  const sql = `create table t (${KEYED}); grant select on t to anon`
  expect(await found('security', sql, ['other'])).toEqual([])
  expect(await found('security', sql, [])).toEqual([])
})

const TWO = `create table a (${KEYED}, x int, y int); create table b (${KEYED}, a_id bigint references a)`

test.each([
  ['a foreign key alone', TWO, ['unindexed_foreign_keys: b']],
  ['a foreign key with an index', `${TWO}; create index on b (a_id, id)`, []],
  [
    'a foreign key that an index has further behind',
    `${TWO}; create index on b (id, a_id)`,
    ['unindexed_foreign_keys: b'],
  ],
  [
    'a foreign key with an index of some rows',
    `${TWO}; create index on b (a_id) where a_id > 1`,
    ['unindexed_foreign_keys: b'],
  ],
  [
    'a foreign key of two columns, the index in the other order',
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
    'a policy that asks for each row',
    `create table t (${KEYED}, owner uuid); create policy p on t using (owner = auth.uid())`,
    ['auth_rls_initplan: t'],
  ],
  [
    'a policy that asks once',
    `create table t (${KEYED}, owner uuid); create policy p on t using (owner = (select auth.uid()))`,
    [],
  ],
])('performance: %s', async (_what, sql, expected) => {
  expect(await found('performance', sql)).toEqual(expected)
})

test('every lint says what to do, under a name of its own', () => {
  const lints = advisorTypes.flatMap((type) => lintsOf(type))
  expect(new Set(lints.map(({ name }) => name)).size).toBe(lints.length)
  for (const { description, remediation } of lints)
    expect(Math.min(description.length, remediation.length)).toBeGreaterThan(15)
})
