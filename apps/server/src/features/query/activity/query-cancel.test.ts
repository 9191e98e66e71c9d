import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

let queries: QueryFixture
beforeEach(async () => {
  queries = await openQueries()
})
afterEach(() => queries[Symbol.asyncDispose]())

const backends = async (condition: string) => {
  const { rows } = await queries.admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where usename = $1 and ${condition}`,
    [queries.target.user],
  )
  return rows[0]!.count
}
const isAtWork = () => waitFor(() => backends("state = 'active' and query like '%pg_sleep%'"))
const isGone = () => waitFor(async () => (await backends("query like '%pg_sleep%'")) === 0)
const canceled = { code: 'sql_failed', options: { sql: { sqlstate: '57014' } } }

test('a running query is listed with who started it, and cancelled in the database', async () => {
  const { id, events } = await queries.start('select pg_sleep(600)')
  await isAtWork()
  expect(queries.running.of(REF)).toEqual([
    { id, query: 'select pg_sleep(600)', started_by: 'ann@example.com', started_at: expect.any(String) },
  ])
  const reading = expect(collect(events)).rejects.toMatchObject(canceled)
  expect(await queries.running.cancel(REF, id)).toBe(true)
  await reading
  await waitFor(() => queries.running.of(REF).length === 0)
  await isGone()
})

test('a query of another project is not there to be cancelled', async () => {
  const { id, events } = await queries.start('select pg_sleep(600)')
  expect(await queries.running.cancel('bbbbbbbbbbbbbbbbbbbb', id)).toBe(false)
  expect(queries.running.of('bbbbbbbbbbbbbbbbbbbb')).toEqual([])
  expect(queries.running.of(REF)).toHaveLength(1)
  await queries.running.cancel(REF, id)
  await expect(collect(events)).rejects.toMatchObject(canceled)
})

test('what a cancelled query did before is undone', async () => {
  const { id, events } = await queries.start('create table undone (id int); select pg_sleep(600)')
  await isAtWork()
  await queries.running.cancel(REF, id)
  await expect(collect(events)).rejects.toMatchObject(canceled)
  expect((await queries.run("select to_regclass('undone')"))[0]?.rows).toEqual([[null]])
})

test('a query whose caller is gone stops in the database', async () => {
  const caller = new AbortController()
  const { events } = await queries.start('select pg_sleep(600)', {}, caller.signal)
  const reading = expect(collect(events)).rejects.toThrow()
  await isAtWork()
  caller.abort()
  await reading
  await isGone()
  await waitFor(() => queries.running.of(REF).length === 0)
})

test('a query that nobody begins to read stops when its caller is gone', async () => {
  const caller = new AbortController()
  await queries.start('select pg_sleep(600)', {}, caller.signal)
  await isAtWork()
  caller.abort()
  await isGone()
})

test('a query that nobody reads to its end stops when the reader leaves', async () => {
  const { events } = await queries.start(
    "select repeat('x', 1000), pg_sleep(0) from generate_series(1, 10000000)",
  )
  for await (const event of events) if (event.type === 'rows') break
  await isGone()
  await waitFor(() => queries.running.of(REF).length === 0)
})

test('the database waits for a slow reader, and a cancel reaches it there', async () => {
  await queries.run('create sequence steps')
  const { id, events } = await queries.start(
    "select nextval('steps'), repeat('x', 10000) from generate_series(1, 100000)",
  )
  await events.next()
  const taken = async () =>
    (await queries.admin.query('select last_value from steps')).rows[0].last_value as string
  const steady = await waitFor(async () => {
    const before = await taken()
    const waits = await backends("wait_event_type = 'Client' and query like '%nextval%'")
    return waits === 1 && before === (await taken()) ? before : undefined
  })
  expect(Number(steady)).toBeLessThan(5000)
  await queries.running.cancel(REF, id)
  await expect(collect(events)).rejects.toMatchObject(canceled)
  await waitFor(async () => (await backends("query like '%nextval%'")) === 0)
})

test('cancelling twice is no harm, and nothing is left to cancel afterwards', async () => {
  const { id, events } = await queries.start('select pg_sleep(600)')
  const reading = expect(collect(events)).rejects.toMatchObject(canceled)
  await Promise.all([queries.running.cancel(REF, id), queries.running.cancel(REF, id)])
  await reading
  await waitFor(async () => !(await queries.running.cancel(REF, id)))
})

test('a cancelled connection serves nobody else', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, events } = await queries.start('select pg_sleep(600)')
    const reading = expect(collect(events)).rejects.toMatchObject(canceled)
    await queries.running.cancel(REF, id)
    await reading
    expect((await queries.run('select count(*) from generate_series(1, 100000)'))[0]?.rows).toEqual([
      ['100000'],
    ])
  }
})
