import { CREATE_API_ROLES } from '@basalt/testing/postgres/api-roles.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoundRow } from './lint.ts'
import { advisorTypes, lintQuery, lintsOf } from './lints.ts'
import { objectStates } from './object-states.ts'
import { ANONYMOUS_SIGN_INS } from './policy-lints.ts'

/** What each database of a project begins with, as far as lints read it. */
const BASE = `
  ${CREATE_API_ROLES}
  create schema auth;
  create table auth.users (id uuid primary key, email text unique, raw_user_meta_data jsonb);
  create function auth.uid() returns uuid language sql stable as 'select null::uuid';
  create function auth.jwt() returns jsonb language sql stable as 'select null::jsonb';
  create schema storage;
  create table storage.buckets (id text primary key, name text, public boolean);
  create table storage.objects (id int primary key, bucket_id text, name text);
  create schema extensions;
  create extension postgres_fdw with schema extensions`

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(BASE)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Runs `work` after SQL in a new schema `shop`, which is rolled back. */
async function inShop<T>(sql: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin; create schema shop; set local search_path = shop')
  try {
    await client.query(sql)
    return await work()
  } finally {
    await client.query('rollback')
  }
}

const ofRule = async (rule: string, exposed = ['shop']) => {
  const type = advisorTypes.find((one) => lintsOf(one).some(({ name }) => name === rule))!
  const { rows } = await client.query<FoundRow>(lintQuery(type, exposed))
  return rows.filter(({ lint }) => lint === rule)
}

const KEYED = 'id bigint primary key'
const TWO = `create table a (${KEYED}, x int, y int); create table b (${KEYED}, a_id bigint references a)`
const MANY_ROWS = 'update pg_class set reltuples = 5000 where relname'
const PROTECTED = `create table t (${KEYED}, owner uuid, open bool); alter table t enable row level security`
const DEFINER = "language sql security definer set search_path = '' as"
const WRITER = `create table t (${KEYED}); create function f() returns bigint ${DEFINER} 'insert into shop.t values (1) returning id'`
const FOREIGN = `create server s foreign data wrapper postgres_fdw options (host 'h'); create foreign table f (n int) server s`
const BUCKET = `insert into storage.buckets values ('pics', 'pics', true)`
const tokenOf = (role: string) =>
  [{ alg: 'HS256' }, { iss: 'basalt', role, exp: 2 }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
const oldRow = (age: number) =>
  `create table t (${KEYED}); update pg_class set relfrozenxid = ((4294967296 + txid_current() - ${age}) % 4294967296)::text::xid where oid = 't'::regclass`
const FULL_OF_AIR = `create table t (${KEYED}, n text) with (autovacuum_enabled = off);
  insert into t select n, 'text' from generate_series(1, 100) n; analyze t`

/** For each rule the SQL that plants the fault, and one that only resembles it. */
const rules: readonly [rule: string, fault: string, nearMiss: string][] = [
  [
    'rls_disabled_in_public',
    `create table t (${KEYED}); grant insert on t to anon`,
    `create table t (${KEYED})`,
  ],
  [
    'sensitive_columns_exposed',
    `create table t (${KEYED}, password text); grant select on t to authenticated`,
    `create table t (${KEYED}, password_hint text, passwords int); grant select on t to authenticated`,
  ],
  [
    'security_definer_view',
    'create view v with (security_invoker = false) as select 1; grant select on v to anon',
    'create view v with (security_invoker) as select 1; grant select on v to anon',
  ],
  [
    'auth_users_exposed',
    'create view v as select email from auth.users; grant select on v to anon',
    `create view v with (security_invoker) as select email from auth.users; grant select on v to anon;
     create view own as select email from auth.users; create view w as select auth.uid(); grant select on w to anon`,
  ],
  [
    'materialized_view_in_api',
    'create materialized view m as select 1; grant select on m to anon',
    'create materialized view m as select 1',
  ],
  ['foreign_table_in_api', `${FOREIGN}; grant select on f to anon`, FOREIGN],
  [
    'function_search_path_mutable',
    "create function f() returns int language sql as 'select 1'",
    `create function f() returns int language sql set search_path = '' as 'select 1';
     create function g() returns int language sql begin atomic select 1; end`,
  ],
  [
    'anon_function_writes',
    WRITER,
    `${WRITER}; revoke execute on function f from public;
     create function g() returns text ${DEFINER} 'select ''last update of it'''`,
  ],
  [
    'anon_security_definer_function_executable',
    `create function f() returns int ${DEFINER} 'select 1'`,
    `create function f() returns int language sql as 'select 1';
     create function g() returns trigger language plpgsql security definer as 'begin return new; end'`,
  ],
  [
    'authenticated_security_definer_function_executable',
    `create function f() returns int ${DEFINER} 'select 1'; revoke execute on function f from public; grant execute on function f to authenticated`,
    `create function f() returns int ${DEFINER} 'select 1'; revoke execute on function f from public; grant execute on function f to service_role`,
  ],
  [
    'public_bucket_allows_listing',
    `${BUCKET}; create policy p on storage.objects for select using (bucket_id = 'pics')`,
    `${BUCKET}; create policy p on storage.objects for select using (bucket_id = 'pics' and name like 'a/%');
     create policy q on storage.objects for select to service_role using (true)`,
  ],
  [
    'policy_exists_rls_disabled',
    `create table t (${KEYED}); create policy p on t using (id > 1)`,
    `${PROTECTED}; create policy p on t using (id > 1)`,
  ],
  ['rls_enabled_no_policy', PROTECTED, `${PROTECTED}; create policy p on t using (open)`],
  [
    'rls_references_user_metadata',
    `${PROTECTED}; create policy p on t using (auth.jwt() -> 'user_metadata' ->> 'role' = 'admin')`,
    `${PROTECTED}; create policy p on t using (auth.jwt() -> 'app_metadata' ->> 'role' = 'admin')`,
  ],
  [
    'rls_policy_always_true',
    `${PROTECTED}; create policy p on t for insert to authenticated with check (true)`,
    `${PROTECTED}; create policy p on t for select using (true); create policy q on t for insert to service_role with check (true);
     create policy r on t for delete using (open)`,
  ],
  [
    'auth_allow_anonymous_sign_ins',
    `${PROTECTED}; create policy p on t to authenticated using (owner = (select auth.uid()))`,
    `${PROTECTED}; create policy p on t to authenticated using (not (select (auth.jwt() ->> 'is_anonymous')::bool));
     create table u (${KEYED}); alter table u enable row level security; create policy p on u to authenticated using (true);
     create policy q on u as restrictive to authenticated using (auth.jwt() ->> 'is_anonymous' = 'false');
     create table v (${KEYED}); alter table v enable row level security; create policy p on v for select using (true)`,
  ],
  [
    'leaked_service_key',
    `create function f() returns text language sql set search_path = '' as $$ select 'Bearer ${tokenOf('service_role')}' $$`,
    `create function f() returns text language sql set search_path = '' as $$ select 'Bearer ${tokenOf('anon')}' $$;
     create function g() returns text language sql set search_path = '' as $$ select 'bst_secret_of_mine' $$`,
  ],
  [
    'foreign_server_plain_secret',
    `create foreign data wrapper any_wrapper; create server s foreign data wrapper any_wrapper options (api_key 'k')`,
    `create foreign data wrapper any_wrapper; create server s foreign data wrapper any_wrapper options (api_key_id 'k', url 'u');
     create user mapping for current_user server s options (password 'p')`,
  ],
  [
    'fkey_to_auth_unique',
    `create table t (${KEYED}, email text references auth.users (email))`,
    `create table t (${KEYED}, owner uuid references auth.users (id))`,
  ],
  [
    'extension_in_public',
    'drop extension postgres_fdw; create extension postgres_fdw with schema public',
    'select 1',
  ],
  [
    'extension_versions_outdated',
    `update pg_extension set extversion = '0.9' where extname = 'postgres_fdw'`,
    'select 1',
  ],
  ['unsupported_reg_types', `create table t (${KEYED}, f regproc)`, `create table t (${KEYED}, f regclass)`],

  ['unindexed_foreign_keys', TWO, `${TWO}; create index on b (a_id, id)`],
  ['no_primary_key', 'create table t (n int)', `create table t (${KEYED})`],
  [
    'duplicate_index',
    `create table t (${KEYED}, n int); create index one on t (n); create index two on t (n)`,
    `create table t (${KEYED}, n int); create index on t (n); create index on t (n) where n > 1;
     create index on t (n desc); create index on t using hash (n); create unique index on t (n)`,
  ],
  [
    'unused_index',
    `create table t (${KEYED}, n int); create index i on t (n); ${MANY_ROWS} = 't'`,
    `create table t (${KEYED}, n int); create unique index i on t (n); ${MANY_ROWS} = 't';
     create table small (${KEYED}, n int); create index on small (n)`,
  ],
  [
    'invalid_index',
    `create table t (${KEYED}, n int); create index i on t (n); update pg_index set indisvalid = false where indexrelid = 'i'::regclass`,
    `create table t (${KEYED}, n int); create index i on t (n)`,
  ],
  [
    'auth_rls_initplan',
    `${PROTECTED}; create policy p on t using (owner = auth.uid()) with check (current_setting('my.role', true) = 'x' and owner = (select auth.uid()))`,
    `${PROTECTED}; create policy p on t using (owner = (select auth.uid()) and (select current_setting('my.role', true)) = 'x'
       and (select auth.jwt() ->> 'role') = 'x' and (select (auth.jwt() -> 'app_metadata' ->> 'team')::uuid) = owner)`,
  ],
  [
    'multiple_permissive_policies',
    `${PROTECTED}; create policy p on t using (open); create policy q on t for select to anon using (id > 1)`,
    `${PROTECTED}; create policy p on t for select to anon using (open); create policy q on t for select to authenticated using (open);
     create policy r on t for insert to anon with check (open); create policy s on t as restrictive for select to anon using (open)`,
  ],
  [
    'integer_key_near_end',
    `create table t (id serial primary key); select setval('t_id_seq', 2000000000)`,
    `create table t (id serial primary key); select setval('t_id_seq', 1500000000);
     create table u (id bigserial primary key); select setval('u_id_seq', 3000000000)`,
  ],
  [
    'sequence_near_end',
    `create sequence s maxvalue 1000; select setval('s', 900)`,
    `create sequence s maxvalue 1000 cycle; select setval('s', 900); create sequence r maxvalue 1000; select setval('r', 600)`,
  ],
  ['wraparound_age', oldRow(1_300_000_000), oldRow(300_000_000)],
  [
    'table_bloat',
    `${FULL_OF_AIR}; update pg_class set relpages = 10000 where oid = 't'::regclass`,
    `${FULL_OF_AIR}; update pg_class set relpages = 10000, reltuples = 1800000 where oid = 't'::regclass`,
  ],
]

test.each(rules)('%s is found, and what resembles it is not', async (rule, fault, nearMiss) => {
  const found = await inShop(fault, () => ofRule(rule))
  expect(found.length, 'findings of the fault').toBe(1)
  expect(await inShop(nearMiss, () => ofRule(rule))).toEqual([])
})

const inTransaction = (fix: string) => fix.replaceAll(' concurrently', '')

test.each(rules.filter(([rule]) => !['wraparound_age', 'table_bloat', 'unused_index'].includes(rule)))(
  'the fix of %s, if it has one, runs and leaves nothing to find',
  async (rule, fault) => {
    await inShop(fault, async () => {
      const [before] = await ofRule(rule)
      if (before!.fix === null) return
      await client.query(inTransaction(before!.fix))
      expect(await ofRule(rule)).toEqual([])
    })
  },
)

test('every rule has its fault in the table, a unique name, a description and a remediation', () => {
  const lints = advisorTypes.flatMap((type) => lintsOf(type))
  const measured = ['never_vacuumed', 'inactive_replication_slot']
  expect(lints.map(({ name }) => name).toSorted()).toEqual(
    [...rules.map(([rule]) => rule), ...measured].toSorted(),
  )
  for (const { description, remediation } of lints)
    expect(Math.min(description.length, remediation.length)).toBeGreaterThan(15)
})

test('a table with dead rows that was never vacuumed is found until it is vacuumed', async () => {
  await client.query(`create table public.dead (${KEYED}) with (autovacuum_enabled = off);
    insert into public.dead select generate_series(1, 20000)`)
  await client.query('delete from public.dead where id > 500; select pg_stat_force_next_flush()')
  const [finding] = await waitFor(async () => {
    const found = await ofRule('never_vacuumed')
    return found.length > 0 ? found : undefined
  })
  expect(finding).toMatchObject({ schema: 'public', name: 'dead', key: 'never_vacuumed:public.dead' })
  expect(finding!.fix).toBe('alter table public.dead reset (autovacuum_enabled)')
  await client.query('vacuum public.dead')
  await client.query('select pg_stat_force_next_flush()')
  await waitFor(async () => (await ofRule('never_vacuumed')).length === 0)
})

test('an inactive replication slot is found once it holds much of the log', async () => {
  const slot = `slot_${process.pid}`
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
  const mine = async () => (await ofRule('inactive_replication_slot')).filter(({ name }) => name === slot)
  try {
    expect(await mine()).toEqual([])
    const { rows } = await client.query<{ bytes: number }>(
      `select setting::int as bytes from pg_settings where name = 'wal_segment_size'`,
    )
    for (let held = 0; held <= 256 * 1024 * 1024; held += rows[0]!.bytes)
      await client.query(`select pg_logical_emit_message(false, '', ''), pg_switch_wal()`)
    expect(await mine()).toMatchObject([{ fix: `select pg_drop_replication_slot('${slot}')` }])
  } finally {
    await client.query('select pg_drop_replication_slot($1)', [slot])
  }
})

test.each(['', 'x', 'xy'])(
  'a service key is found wherever its role is in the claims: %j',
  async (before) => {
    const claims = Buffer.from(JSON.stringify({ iss: before, role: 'service_role' })).toString('base64url')
    const sql = `create table t (${KEYED}); create function f() returns trigger language plpgsql as 'begin return new; end';
    create trigger hook after insert on t for each row execute function f('{"authorization":"eyJh.${claims}.x"}')`
    await inShop(sql, async () => {
      expect(await ofRule('leaked_service_key')).toMatchObject([{ name: 't', entity: 'hook', fix: null }])
    })
  },
)

test('a lint that is left out finds nothing', async () => {
  const planted = rules.find(([rule]) => rule === ANONYMOUS_SIGN_INS)!
  const found = await inShop(planted[1], async () => {
    const { rows } = await client.query<FoundRow>(lintQuery('security', ['shop'], [ANONYMOUS_SIGN_INS]))
    return rows.map(({ lint }) => lint)
  })
  expect(found).not.toContain(ANONYMOUS_SIGN_INS)
})

test('objects outside exposed schemas are not reported as exposed', async () => {
  const sql = `create table t (${KEYED}); grant select on t to anon`
  for (const exposed of [['other'], []])
    expect(await inShop(sql, () => ofRule('rls_disabled_in_public', exposed))).toEqual([])
})

test('names are quoted in keys and fixes', async () => {
  await inShop(`create table "a.""b" (${KEYED}); grant select on "a.""b" to anon`, async () => {
    const [finding] = await ofRule('rls_disabled_in_public')
    expect(finding!.key).toBe('rls_disabled_in_public:shop."a.""b"')
    expect(finding!.fix).toBe('alter table shop."a.""b" enable row level security')
  })
})

test('the one of duplicate indexes that a constraint needs is kept', async () => {
  const sql = 'create table t (id int primary key, n int); create unique index a_copy on t (id)'
  await inShop(sql, async () => {
    const [finding] = await ofRule('duplicate_index')
    expect(finding!.fix).toBe('drop index shop.a_copy')
  })
})

test.each([
  ['a column', 'alter table t add column more int'],
  ['a grant', 'grant update on t to anon'],
  ['a policy', 'create policy p on t using (true)'],
  ['an index', 'create index on t (n)'],
])('the state of a table changes with %s, and not with its rows', async (_what, change) => {
  await inShop(`create table t (${KEYED}, n int); grant select on t to anon`, async () => {
    const found = await ofRule('rls_disabled_in_public')
    const state = async () => (await client.query(objectStates(found))).rows[0].state as string
    const before = await state()
    await client.query('insert into t values (1, 1); analyze t')
    expect(await state()).toBe(before)
    await client.query(change)
    expect(await state()).not.toBe(before)
  })
})
