import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQueries, type QueryFixture } from '../../../test/query-fixture.ts'

let queries: QueryFixture
beforeAll(async () => {
  // A single connection, so that the next query reuses the session of the previous one.
  queries = await openQueries({ connections: 1 })
})
afterAll(() => queries[Symbol.asyncDispose]())

const value = async (sql: string) => (await queries.run(sql))[0]?.rows[0]?.[0]
const backend = () => value('select pg_backend_pid()')

test.each([
  ['a setting', "set work_mem = '77MB'", 'show work_mem'],
  ['a role', 'create role other; grant other to current_user; set role other', 'select current_user'],
  ['a time zone', "set time zone 'Asia/Tokyo'", 'show timezone'],
  ['a temporary table', 'create temp table leak (id int)', "select to_regclass('pg_temp.leak')"],
  ['a prepared statement', 'prepare leak as select 1', 'select count(*) from pg_prepared_statements'],
  [
    'a cursor',
    'declare leak cursor with hold for select 1',
    "select count(*) from pg_cursors where name = 'leak'",
  ],
  [
    'an advisory lock',
    'select pg_advisory_lock(42)',
    "select count(*) from pg_locks where objid = 42 and locktype = 'advisory'",
  ],
  ['a listening channel', 'listen leak', 'select count(*) from pg_listening_channels()'],
  ['an open transaction', 'begin; create table leak (id int)', "select to_regclass('leak')"],
  ['the application name', "set application_name = 'leak'", 'show application_name'],
])('%s does not leak to the next query on the same connection', async (_case, text, look) => {
  const [before, clean] = [await backend(), await value(look)]
  await queries.run(text)
  expect(await value(look)).toBe(clean)
  expect(await backend()).toBe(before)
})

test('a failed transaction does not leak to the next query on the same connection', async () => {
  const before = await backend()
  await expect(queries.run('begin; select 1/0')).rejects.toThrow('division by zero')
  expect(await value('select 1')).toBe('1')
  expect(await backend()).toBe(before)
})

test('setting the random seed, which cannot be reset, discards the connection', async () => {
  const before = await backend()
  await queries.run('select setseed(0.5)')
  expect(await backend()).not.toBe(before)
})

test('the session logs in as its role, so RESET ROLE changes nothing', async () => {
  const results = await queries.run('reset role; reset session authorization; select session_user')
  expect(results.at(-1)?.rows).toEqual([[queries.target.user]])
  expect(await value("select current_setting('is_superuser')")).toBe('off')
})
