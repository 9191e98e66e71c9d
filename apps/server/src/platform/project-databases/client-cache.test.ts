import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClientCache, clientCache } from './client-cache.ts'

const MAX = 2
const NEVER_MS = 1_000_000

let database: ThrowawayDatabase
beforeAll(async () => {
  database = await createThrowawayDatabase()
})
afterAll(() => database.drop())

let pool: pg.Pool
let clients: ClientCache
const open = (idleMs: number) => {
  pool = new pg.Pool({ connectionString: database.url, max: MAX })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  clients = clientCache(pool, idleMs)
}
beforeEach(() => {
  open(NEVER_MS)
  return () => clients.end()
})

const pidOf = async (client: pg.PoolClient) =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number

test('a released client is reused', async () => {
  const client = await clients.take()
  clients.release(client, false)
  expect(clients.take()).toBe(client)
  clients.release(client, false)
})

test('a caller that waits while all clients are in use gets the next released one', async () => {
  const [first, second] = [await clients.take(), await clients.take()]
  const waiting = clients.take()
  clients.release(second, false)
  expect(await waiting).toBe(second)
  clients.release(first, false)
  clients.release(second, false)
})

test('a client whose server closed the connection is not reused', async () => {
  const [idle, other] = [await clients.take(), await clients.take()]
  const pid = await pidOf(idle)
  clients.release(idle, false)
  await other.query('select pg_terminate_backend($1)', [pid])
  await waitFor(async () => pool.totalCount === 1)
  const next = await clients.take()
  expect(next).not.toBe(idle)
  expect(await pidOf(next)).not.toBe(pid)
  for (const client of [other, next]) clients.release(client, false)
})

test('a broken client is closed and makes room for another', async () => {
  const client = await clients.take()
  clients.release(client, true)
  expect(pool.totalCount).toBe(0)
  clients.release(await clients.take(), false)
})

test('clients that are idle for a while are closed', async () => {
  await clients.end()
  open(20)
  const [first, second] = [await clients.take(), await clients.take()]
  clients.release(first, false)
  clients.release(second, false)
  await waitFor(async () => pool.totalCount === 0)
})

test('closing waits for clients in use', async () => {
  const client = await clients.take()
  const ended = clients.end()
  expect(await pidOf(client)).toBeGreaterThan(0)
  clients.release(client, false)
  await ended
  expect(pool.totalCount).toBe(0)
  open(NEVER_MS)
})
