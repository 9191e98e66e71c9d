import { arrayLiteral } from '@basalt/sql/quote.ts'
import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiConnections, apiConnections } from './api-connections.ts'
import type { DatabaseCaller } from './database-caller.ts'
import { type JointStatement, QUICK_TRIP_MS, QUICK_TRIPS_IN_A_ROW } from './shared-trips.ts'

let database: ThrowawayDatabase
let caller: DatabaseCaller
beforeAll(async () => {
  database = await createThrowawayDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('create table kept (n int primary key)')
  const { rows } = await client.query('select current_user as role')
  await client.end()
  caller = { role: rows[0].role, claims: Object.freeze({}), settings: { timezone: 'UTC' } }
})
afterAll(() => database.drop())

const REF = 'a-project'
const CALLS = 8

/** Connections whose trips each seem to take at least this long, and which share already if that is quick. */
async function opened(tripMs: number): Promise<ApiConnections & AsyncDisposable> {
  const { hostname, port, username, password, pathname } = new URL(database.url)
  let time = 0
  const connections = apiConnections(
    async () => ({
      host: hostname,
      port: Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
      max: 2 * CALLS,
    }),
    {
      onError: (error) => {
        throw error
      },
      now: () => {
        time += tripMs
        return time
      },
    },
  )
  for (let count = 0; count <= QUICK_TRIPS_IN_A_ROW; count += 1) await run(connections, PROCESS)
  for (const text of [INSERT, DIVIDE]) await run(connections, text, '-1')
  return { ...connections, [Symbol.asyncDispose]: connections.closeAll }
}

const PROCESS = 'select pg_backend_pid()::text'
const INSERT = 'insert into kept values ($1::int) on conflict do nothing returning n::text'
const DIVIDE = 'select (8 / $1::int)::text'

const run = (connections: ApiConnections, text: string, ...values: string[]) =>
  connections.onceShared(REF, caller, { text, values }).then(([row]) => row?.[0])

const atOnce = <T>(call: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: CALLS }, (_, n) => call(n)))

const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason.code ?? one.reason.message)))

test('short calls at the same moment share a connection', async () => {
  await using connections = await opened(0)
  const processes = outcomes(await atOnce(() => run(connections, PROCESS)))
  expect(new Set(processes).size).toBe(1)
})

test('calls do not wait for each other while some are slow', async () => {
  await using connections = await opened(QUICK_TRIP_MS + 1)
  const processes = outcomes(await atOnce(() => run(connections, PROCESS)))
  expect(new Set(processes).size).toBe(CALLS)
})

test('each call that shares a connection has its own answer, and a failing one fails alone', async () => {
  await using connections = await opened(0)
  expect(outcomes(await atOnce((n) => run(connections, DIVIDE, String(n % 4))))).toEqual(
    [0, 1, 2, 3, 0, 1, 2, 3].map((n) => (n === 0 ? '22012' : String(Math.floor(8 / n)))),
  )
  // Reset by the call behind the failed one, and shared again.
  expect(outcomes(await atOnce((n) => run(connections, DIVIDE, String(n + 1))))).toEqual(
    Array.from({ length: CALLS }, (_, n) => String(Math.floor(8 / (n + 1)))),
  )
})

test('what is written beside a failing call is kept', async () => {
  await using connections = await opened(0)
  const settled = await atOnce((n) =>
    n === 3 ? run(connections, DIVIDE, '0') : run(connections, INSERT, String(n)),
  )
  expect(outcomes(settled)).toEqual(['0', '1', '2', '22012', '4', '5', '6', '7'])
  const kept = await run(connections, 'select count(*)::text from kept where n >= 0')
  expect(kept).toBe(String(CALLS - 1))
})

test('a statement that the connection has not prepared neither hurts the calls beside it nor is hurt', async () => {
  await using connections = await opened(0)
  const settled = await atOnce((n) => {
    if (n === 3) return run(connections, 'select nonsense')
    return n === 5 ? run(connections, "select 'new'") : run(connections, DIVIDE, '8')
  })
  expect(outcomes(settled)).toEqual(['1', '1', '1', '42703', '1', 'new', '1', '1'])
})

test('when a shared connection is lost, its calls are told so and later ones get another', async () => {
  await using connections = await opened(0)
  const END = 'select pg_terminate_backend(pg_backend_pid())::text where $1::int = 1'
  await run(connections, END, '0')
  const settled = await atOnce((n) => run(connections, END, n === 2 ? '1' : '0'))
  expect(outcomes(settled)).toEqual([
    undefined,
    undefined,
    ...Array.from({ length: CALLS - 2 }, () => 'instance_unavailable'),
  ])
  expect(await run(connections, DIVIDE, '2')).toBe('4')
})

const JOINT: JointStatement = {
  of: (calls) => ({
    text: `select number::text, (8 / divisor)::text, pg_current_xact_id()::text
      from unnest($1::int[]) with ordinality as c (divisor, number) where divisor <> 7 order by number desc`,
    values: [arrayLiteral(calls.map(([divisor]) => String(divisor)))],
  }),
}
const jointly = (connections: ApiConnections, divisor: number) =>
  connections.onceShared(
    REF,
    caller,
    { text: `${DIVIDE}, pg_current_xact_id()::text`, values: [String(divisor)] },
    JOINT,
  )

test('calls of one kind that arrive together are one statement, whose rows go to their calls', async () => {
  await using connections = await opened(0)
  const settled = await atOnce((n) => jointly(connections, n + 1))
  const rows = settled.map((one) => (one.status === 'fulfilled' ? one.value : []))
  expect(rows.map(([row]) => row?.[0])).toEqual(['8', '4', '2', '2', '1', '1', undefined, '1'])
  expect(new Set(rows.flatMap(([row]) => (row ? [row[1]] : []))).size).toBe(1)
})

test('where a joint statement fails, each of its calls runs by itself', async () => {
  await using connections = await opened(0)
  const settled = await atOnce((n) => jointly(connections, n))
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value[0]?.[0] : one.reason.code))).toEqual([
    '22012',
    '8',
    '4',
    '2',
    '2',
    '1',
    '1',
    '1',
  ])
})
