import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../http/app-error.ts'
import { collect } from '../../../test/collect.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'
import { sqlPools } from './sql-pools.ts'

let queries: QueryFixture
beforeEach(async () => {
  queries = await openQueries({ connections: 2 })
})
afterEach(() => queries[Symbol.asyncDispose]())

const connections = async () =>
  (
    await queries.admin.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where usename = $1 and application_name = 'basalt dashboard'",
      [queries.target.user],
    )
  ).rows[0]!.count

test('consecutive queries share a connection', async () => {
  const pid = async () => (await queries.run('select pg_backend_pid()'))[0]?.rows[0]?.[0]
  expect(await pid()).toBe(await pid())
  expect(await connections()).toBe(1)
})

test('more concurrent queries than connections all get their turn', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => queries.run('select pg_sleep(0.001)')))
  expect(results).toHaveLength(20)
  expect(await connections()).toBeLessThanOrEqual(2)
})

test('closing a project ends its connections and the queries on them, and the next query connects again', async () => {
  const { events } = await queries.start('select pg_sleep(600)')
  const reading = expect(collect(events)).rejects.toMatchObject({
    code: 'instance_unavailable',
    message: expect.stringContaining('was lost'),
  })
  await queries.run('select 1')
  await queries.pools.close(REF)
  await reading
  // A busy backend checks every five seconds whether its connection is still open.
  await waitFor(async () => (await connections()) === 0)
  expect((await queries.run('select 1'))[0]?.rows).toEqual([['1']])
})

test('a database that does not answer is unavailable, and the next query tries again', async () => {
  let port = 1
  const pools = sqlPools(async () => ({ ...queries.target, port }))
  await expect(pools.acquire(REF)).rejects.toMatchObject({ code: 'instance_unavailable' })
  port = queries.target.port
  const lease = await pools.acquire(REF)
  lease.giveBack('', 'I')
  await pools.closeAll()
})

test('a query that waited for its database while the server stopped opens no connection', async () => {
  const waiting = Promise.withResolvers<() => void>()
  let released = 0
  const pools = sqlPools(async () => queries.target, { hold: () => waiting.promise })
  const acquired = pools.acquire(REF)
  await pools.closeAll()
  waiting.resolve(() => {
    released += 1
  })
  await expect(acquired).rejects.toMatchObject({ message: 'The server is stopping' })
  expect(released).toBe(1)
  expect(await connections()).toBe(0)
})

test('a project that does not run reports why', async () => {
  let runs = false
  const pools = sqlPools(async () => {
    if (!runs) throw new AppError('instance_unavailable', 'Project is paused')
    return queries.target
  })
  await expect(pools.acquire(REF)).rejects.toThrow('Project is paused')
  runs = true
  const lease = await pools.acquire(REF)
  lease.giveBack('', 'I')
  await pools.closeAll()
})

test('new connections use a changed password', async () => {
  let password = queries.target.password
  const pools = sqlPools(async () => ({ ...queries.target, password }))
  const first = await pools.acquire(REF)
  password = 'new-k7Rw2pXq-MzTd9'
  await queries.admin.query(`alter role ${queries.target.user} password '${password}'`)
  const second = await pools.acquire(REF)
  first.destroy()
  second.giveBack('', 'I')
  await pools.closeAll()
})

test('a query that finds all connections busy for long is refused with the reason', async () => {
  await using crowded = await openQueries({ connections: 1, waitMs: 2_000 })
  const { events } = await crowded.start('select pg_sleep(600)')
  await expect(crowded.run('select 1')).rejects.toMatchObject({
    code: 'instance_unavailable',
    message: expect.stringContaining('1 queries are running'),
  })
  await events.return()
  expect((await crowded.run('select 1'))[0]?.rows).toEqual([['1']])
})

test('each database of a project has its own connections', async () => {
  const pools = sqlPools(async (_ref, { database }) =>
    database === 'replica' ? { ...queries.target, database: 'postgres' } : queries.target,
  )
  const nameOn = async (database?: string) => {
    const [row] = await pools.lookUp<{ name: string }>(REF, 'select current_database() as name', [], database)
    const { client, giveBack } = await pools.acquire(REF, { rights: 'everything', database })
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    giveBack('', 'I')
    return [row?.name, rows[0]?.name]
  }
  const { database } = queries.target
  expect(await nameOn()).toEqual([database, database])
  expect(await nameOn('replica')).toEqual(['postgres', 'postgres'])
  expect(await nameOn(REF)).toEqual([database, database])
  await pools.close(REF)
  await pools.closeAll()
})

test('a look-up whose connection is terminated finds the database unavailable', async () => {
  const pools = sqlPools(async () => queries.target)
  const looking = expect(pools.lookUp(REF, 'select pg_sleep(600)')).rejects.toMatchObject({
    code: 'instance_unavailable',
  })
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(600) %'`
  await waitFor(async () => (await queries.admin.query(end)).rows.length > 0)
  await looking
  await pools.closeAll()
})
