import net, { type AddressInfo } from 'node:net'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendCancelRequest } from '../../../platform/project-databases/cancel-request.ts'
import { collect } from '../../../test/collect.ts'
import { changingRights, openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

let queries: QueryFixture

const backends = async (condition: string) => {
  const { rows } = await queries.admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where usename = $1 and ${condition}`,
    [queries.target.user],
  )
  return rows[0]!.count
}
const isAtWork = () => waitFor(() => backends("state = 'active' and query like '%pg_sleep%'"))
const queriesHaveEnded = () => waitFor(async () => (await backends("query like '%pg_sleep%'")) === 0)
const canceled = { code: 'sql_failed', options: { sql: { sqlstate: '57014' } } }
const IGNORES_CANCEL = `do $$ begin loop
  begin perform pg_sleep(600); exception when query_canceled then null; end;
end loop; end $$`

/** Short, because these tests wait for each step. */
const STOP_TIMES = { repeatMs: 50, cancelMs: 1_000, terminateMs: 1_000 }

describe.each(['socket', 'tcp'] as const)('over %s', (through) => {
  beforeEach(async () => {
    queries = await openQueries({}, { through, stopTimes: STOP_TIMES })
  })
  afterEach(async () => {
    await queries[Symbol.asyncDispose]()
  })

  test('a running query is listed with its author, and cancelled in the database', async () => {
    const { id, events } = await queries.start('select pg_sleep(600)')
    await isAtWork()
    expect(queries.running.of(REF)).toEqual([
      { id, query: 'select pg_sleep(600)', started_by: 'ann@example.com', started_at: expect.any(String) },
    ])
    const reading = expect(collect(events)).rejects.toMatchObject(canceled)
    expect(await queries.running.cancel(REF, id)).toBe(true)
    await reading
    await waitFor(() => queries.running.of(REF).length === 0)
    await queriesHaveEnded()
  })

  test('a query of another project cannot be cancelled', async () => {
    const { id, events } = await queries.start('select pg_sleep(600)')
    expect(await queries.running.cancel('bbbbbbbbbbbbbbbbbbbb', id)).toBe(false)
    expect(queries.running.of('bbbbbbbbbbbbbbbbbbbb')).toEqual([])
    expect(queries.running.of(REF)).toHaveLength(1)
    await queries.running.cancel(REF, id)
    await expect(collect(events)).rejects.toMatchObject(canceled)
  })

  test("a cancelled query's changes are rolled back", async () => {
    const { id, events } = await queries.start('create table undone (id int); select pg_sleep(600)')
    await isAtWork()
    await queries.running.cancel(REF, id)
    await expect(collect(events)).rejects.toMatchObject(canceled)
    expect((await queries.run("select to_regclass('undone')"))[0]?.rows).toEqual([[null]])
  })

  test('a query whose caller disconnected stops in the database', async () => {
    const caller = new AbortController()
    const { events } = await queries.start('select pg_sleep(600)', {}, caller.signal)
    const reading = expect(collect(events)).rejects.toThrow()
    await isAtWork()
    caller.abort()
    await reading
    await queriesHaveEnded()
    await waitFor(() => queries.running.of(REF).length === 0)
  })

  test('a query whose result nobody reads stops when its caller disconnects', async () => {
    const caller = new AbortController()
    await queries.start('select pg_sleep(600)', {}, caller.signal)
    await isAtWork()
    caller.abort()
    await queriesHaveEnded()
  })

  test('a query that is read only in part stops when the reader disconnects', async () => {
    const { events } = await queries.start(
      "select repeat('x', 1000), pg_sleep(0) from generate_series(1, 10000000)",
    )
    for await (const event of events) if (event.type === 'rows') break
    await queriesHaveEnded()
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

  test('cancelling twice does no harm, and nothing is left to cancel afterwards', async () => {
    const { id, events } = await queries.start('select pg_sleep(600)')
    const reading = expect(collect(events)).rejects.toMatchObject(canceled)
    await Promise.all([queries.running.cancel(REF, id), queries.running.cancel(REF, id)])
    await reading
    await waitFor(async () => !(await queries.running.cancel(REF, id)))
  })

  test('a query that catches the cancel has its connection terminated', async () => {
    const { id, events } = await queries.start(IGNORES_CANCEL)
    const reading = expect(collect(events)).rejects.toMatchObject({ options: { sql: { sqlstate: '57P01' } } })
    await isAtWork()
    await waitFor(() => backends("wait_event = 'PgSleep'"))
    expect(await queries.running.cancel(REF, id)).toBe(true)
    expect(await backends("query like '%pg_sleep%'")).toBe(0)
    await reading
  })

  test('a query that catches the cancel ends when its caller disconnects', async () => {
    const caller = new AbortController()
    const { events } = await queries.start(IGNORES_CANCEL, {}, caller.signal)
    const reading = expect(collect(events)).rejects.toThrow()
    await waitFor(() => backends("wait_event = 'PgSleep'"))
    caller.abort()
    await reading
    await queriesHaveEnded()
  })

  test('a cancel resolves only after the lock is released and nothing was written', async () => {
    await queries.run('create table locked (id int)')
    const { id, events } = await queries.start(
      'lock table locked; insert into locked values (1); select pg_sleep(600)',
    )
    const reading = expect(collect(events)).rejects.toMatchObject(canceled)
    await waitFor(() => backends("wait_event = 'PgSleep'"))
    await queries.running.cancel(REF, id)
    await reading
    expect(await backends("state = 'active'")).toBe(0)
    expect((await queries.run('lock table locked nowait; select count(*) from locked')).at(-1)?.rows).toEqual(
      [['0']],
    )
  })

  test('a time limit of the session ends the query in the database', async () => {
    await expect(queries.run('set statement_timeout = 100; select pg_sleep(600)')).rejects.toMatchObject(
      canceled,
    )
    await queriesHaveEnded()
  })

  test('a backend that ignores all signals is reported as running, and ends on a later cancel', async () => {
    const { id, events } = await queries.start('select pg_sleep(600)')
    const reading = expect(collect(events)).rejects.toThrow()
    await isAtWork()
    const { rows } = await queries.admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = $1 and query like '%pg_sleep%'",
      [queries.target.user],
    )
    process.kill(rows[0]!.pid, 'SIGSTOP')
    try {
      await expect(queries.running.cancel(REF, id)).rejects.toMatchObject({ code: 'instance_unavailable' })
      expect(queries.running.of(REF)).toHaveLength(1)
    } finally {
      process.kill(rows[0]!.pid, 'SIGCONT')
    }
    await reading
    await queriesHaveEnded()
    await waitFor(() => queries.running.of(REF).length === 0)
  })

  test('a cancelled connection is not reused', async () => {
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
})

test.each(['socket', 'tcp'] as const)(
  'a query whose author loses the right to run it while waiting for a connection is refused, over %s',
  async (through) => {
    const { rights, change } = changingRights()
    queries = await openQueries({ connections: 1 }, { through, stopTimes: STOP_TIMES, rights })
    try {
      await queries.run('create table ran (id int)')
      const { id, events } = await queries.start('select pg_sleep(600)')
      const reading = expect(collect(events)).rejects.toMatchObject(canceled)
      await isAtWork()
      const waiting = expect(queries.start('insert into ran values (1)')).rejects.toMatchObject({
        code: 'forbidden',
        message: 'Your access to this project changed before the query could run',
      })
      change(false)
      await queries.running.cancel(REF, id)
      await Promise.all([reading, waiting])
      change(true)
      expect((await queries.run('select count(*) from ran'))[0]?.rows).toEqual([['0']])
      expect(queries.running.of(REF)).toEqual([])
    } finally {
      await queries[Symbol.asyncDispose]()
    }
  },
)

test('a change of rights that leaves the author allowed does not refuse the query', async () => {
  const { rights, change } = changingRights()
  queries = await openQueries({}, { rights })
  try {
    const requestedAt = performance.now()
    change(true)
    const { events } = await queries.start('select 1', {}, undefined, requestedAt)
    expect(await collect(events)).toContainEqual(expect.objectContaining({ rows: [['1']] }))
  } finally {
    await queries[Symbol.asyncDispose]()
  }
})

test('a cancel request that reaches no server is an error', async () => {
  const nowhere = { host: '/nowhere', port: 5432, processID: 1, secretKey: 1 }
  await expect(sendCancelRequest(nowhere)).rejects.toThrow('ENOENT')
})

test('a query whose cancel requests fail has its connection terminated, and the failure is reported', async () => {
  const relay = await openRelay()
  queries = await openQueries({}, { through: { port: relay.port }, stopTimes: STOP_TIMES })
  relay.leadTo(queries.admin.options.connectionString!)
  try {
    // Opens the connection that terminates others before new ones are refused.
    await queries.pools.lookUp(REF, 'select 1')
    const { id, events } = await queries.start('select pg_sleep(600)')
    const reading = expect(collect(events)).rejects.toMatchObject({ options: { sql: { sqlstate: '57P01' } } })
    await isAtWork()
    await relay.refuse()
    expect(await queries.running.cancel(REF, id)).toBe(true)
    expect(queries.stopProblems.map(({ message }) => message)).toEqual(['A cancel request failed'])
    await reading
    await queriesHaveEnded()
  } finally {
    await queries[Symbol.asyncDispose]()
  }
})

/** A proxy in front of PostgreSQL that can refuse new connections while open ones stay. */
async function openRelay() {
  let server: URL
  const relay = net.createServer((client) => {
    const upstream = net.connect({ host: server.hostname, port: Number(server.port) })
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    port: (relay.address() as AddressInfo).port,
    leadTo(url: string) {
      server = new URL(url)
    },
    /** Refuses new connections as soon as it resolves. */
    refuse: async () => void relay.close(),
  }
}
