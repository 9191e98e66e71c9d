import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policiesOfTable, policy, policyTableCount, policyTables } from './policies.ts'
import { tablePrivilegeLists } from './privileges.ts'
import { role, roleLists } from './roles.ts'

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await createThrowawayDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query('create schema many; set max_parallel_workers_per_gather = 0; set jit = off')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Blocks that a statement looks at. */
async function blocksOf(sql: string): Promise<number> {
  const explain = `explain (analyze, buffers, timing off, format json) ${sql}`
  // The first run fills the session's caches.
  await client.query(explain)
  const { rows } = await client.query(explain)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
const one = async (sql: string) => Number((await client.query(`select (${sql})::int8 as it`)).rows[0].it)
const blocksIn = (catalog: string) => one(`pg_relation_size('pg_catalog.${catalog}') / 8192`)

const LIMIT = 50
const COUNTED = 1000
const page = { schema: 'many', search: '', sort: 'name', isDescending: false, limit: LIMIT } as const

test('lists of policies and privileges cost their page and a pass over the tables, and one policy costs the same among ten thousand', async () => {
  // A table of many policies, and many tables of one.
  await client.query(`create table many.t (id int);
    do $$ begin
      for n in 1..100 loop
        execute format('create table many.t%s (id int)', lpad(n::text, 3, '0'));
        execute format('create policy p on many.t%s using (id = 1)', lpad(n::text, 3, '0'));
      end loop;
      for n in 1..100 loop execute format('create policy p%s on many.t using (id = 1)', lpad(n::text, 5, '0')); end loop;
    end $$`)
  const table = await one("'many.t'::regclass::oid")
  const some = await one(`select oid from pg_policy where polrelid = ${table} and polname = 'p00050'`)
  const privileges = tablePrivilegeLists(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
  const costs = async () => {
    await client.query('vacuum analyze')
    return {
      tables: await blocksIn('pg_class'),
      list: await blocksOf(policyTables(page, LIMIT)),
      count: await blocksOf(policyTableCount({ schema: 'many', search: '' }, COUNTED)),
      ofTable: await blocksOf(policiesOfTable(table, { after: 'p00020', limit: LIMIT })),
      one: await blocksOf(policy(some)),
      privileges: await blocksOf(privileges.page({ ...page, role: 'public' })),
    }
  }
  const few = await costs()
  await client.query(`do $$ begin
    for n in 101..10000 loop execute format('create policy p%s on many.t using (id = 1)', lpad(n::text, 5, '0')); end loop; end $$`)
  const many = await costs()
  expect(many.one).toBeLessThanOrEqual(few.one * 1.5 + 10)
  expect(many.ofTable).toBeLessThanOrEqual(few.ofTable * 1.5 + 10)
  expect(many.privileges).toBeLessThanOrEqual(few.privileges * 1.5 + 60)
  expect(many.count).toBeLessThanOrEqual(few.count * 1.5 + 60)
  // The number of policies of a table is counted.
  expect(many.list).toBeLessThanOrEqual(few.list * 1.5 + (await blocksIn('pg_policy')) + 100)
}, 120_000)

test('a page of roles costs its rows and a pass over the roles, and one role costs the same among ten thousand', async () => {
  const managed = { names: ['postgres'], prefixes: ['pg_'] }
  const lists = roleLists(managed, 'basalt_as_')
  // Roles belong to the whole server: they are never committed, so that no other test sees them.
  const makeRoles = (from: number, to: number) =>
    client.query(
      `do $$ begin for n in ${from}..${to} loop execute format('create role cost_%s', lpad(n::text, 5, '0')); end loop; end $$`,
    )
  const rolePage = { ...page, search: 'cost_' }
  const costs = async () => ({
    roles: await blocksIn('pg_authid'),
    list: await blocksOf(lists.page(rolePage)),
    next: await blocksOf(lists.page({ ...rolePage, after: { key: 'cost_00050', oid: 1 } })),
    count: await blocksOf(lists.count({ search: 'cost_', protected: false }, COUNTED)),
    one: await blocksOf(role(await one("'cost_00050'::regrole::oid"), managed)),
  })
  await client.query('begin')
  await makeRoles(1, 200)
  const few = await costs()
  await makeRoles(201, 10_000)
  const many = await costs()
  await client.query('rollback')
  expect(many.one).toBeLessThanOrEqual(few.one * 1.5 + 10)
  for (const list of ['list', 'next', 'count'] as const)
    expect([list, many[list] - many.roles <= few[list] * 1.5 + 100]).toEqual([list, true])
}, 120_000)
