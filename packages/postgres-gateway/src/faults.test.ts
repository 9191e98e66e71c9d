import net, { type AddressInfo } from 'node:net'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import { message } from '@basalt/postgres-wire/write-message.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test, vi } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'
import { openWire } from './wire.fixture.ts'

const modes = ['session', 'transaction'] as const
const TIME_LIMIT_MS = 60_000

async function withGateway(
  options: Parameters<typeof startGateway>[0],
  work: (fixture: GatewayFixture) => Promise<void>,
) {
  const fixture = await startGateway(options)
  try {
    await work(fixture)
  } finally {
    await fixture.stop()
  }
}

const wire = (fixture: GatewayFixture, mode: (typeof modes)[number]) =>
  openWire({
    port: fixture.gateway.ports[mode]!,
    user: fixture.user,
    password: PASSWORD,
    database: fixture.database,
  })

test.each(modes)('terminating a connection mid-transaction only affects its own client, in %s mode', (mode) =>
  withGateway({}, async (fixture) => {
    const [client, other] = [await wire(fixture, mode), await fixture.through(mode)]
    await other.query('begin')
    client.send(clientMessages.query('begin; select pg_backend_pid()'))
    const [, , row] = await client.until(1)
    const pid = Number(/\d+$/.exec(row!)![0])
    await fixture.admin.query('select pg_terminate_backend($1)', [pid])
    expect(await client.untilClosed()).toEqual([
      'E FATAL 57P01 terminating connection due to administrator command',
      'closed',
    ])
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    const next = await fixture.through(mode)
    expect((await next.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  }),
)

test('terminated idle connections are replaced without any client noticing', () =>
  withGateway({}, async (fixture) => {
    const client = await fixture.through('transaction')
    await client.query('select 1')
    await fixture.admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      fixture.role,
    ])
    await waitFor(() => fixture.pool('transaction')?.servers.idle === 0)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }))

test('a message that is too long ends its connection in the mode that has to hold messages', () =>
  withGateway({ limits: { heldMessageMaxBytes: 100_000 } }, async (fixture) => {
    const long = clientMessages.query(`select '${'x'.repeat(200_000)}'`)
    const client = await wire(fixture, 'transaction')
    client.send(long)
    expect((await client.untilClosed())[0]).toContain('E FATAL 54000 A message of')
    const session = await wire(fixture, 'session')
    session.send(long)
    expect((await session.until(1)).at(-2)).toBe('C SELECT 1·')
    session.close()
  }))

test.each(modes)('an impossible message length ends its connection in %s mode', (mode) =>
  withGateway({}, async (fixture) => {
    const client = await wire(fixture, mode)
    client.send(Buffer.from([FromClient.query, 0, 0, 0, 1]))
    expect(await client.untilClosed()).toEqual(['E FATAL 08P01 invalid message length', 'closed'])
  }),
)

test.each(modes)('a message of an unknown type is refused by the server in %s mode', (mode) =>
  withGateway({}, async (fixture) => {
    const client = await wire(fixture, mode)
    client.send(message('~'.charCodeAt(0)))
    expect((await client.untilClosed())[0]).toContain('E FATAL 08P01 invalid frontend message type 126')
  }),
)

test('a client that reads nothing is disconnected, and its server connection serves others', () =>
  withGateway(
    { route: { poolSize: 1 }, limits: { stalledClientMs: 200, queueTimeoutMs: 60_000 } },
    async (fixture) => {
      const client = await wire(fixture, 'transaction')
      client.send(clientMessages.query('select 1'))
      await client.until(1)
      client.connection.socket.pause()
      client.send(clientMessages.query("select repeat('x', 1000000) from generate_series(1, 1000)"))
      // It has the connection, or has been disconnected already.
      await waitFor(
        () => fixture.pool('transaction')?.clients.active === 1 || fixture.gateway.statistics().clients === 0,
      )
      const other = await fixture.through('transaction')
      expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await waitFor(() => fixture.pool('transaction')?.clients.idle === 1)
      client.connection.socket.destroy()
    },
  ))

test('answers do not pile up for a client that sends statements and reads nothing', () =>
  withGateway({}, async (fixture) => {
    const other = await fixture.through('transaction')
    const answered = () => (fixture.pool('transaction')?.totals.transactions ?? 0) - own
    const most = 5_000
    // PostgreSQL sends such an answer in one piece. The system buffers some megabytes of them, and the gateway one.
    const statement = clientMessages.query(`select repeat('x', 7000)`)
    let own = 0
    /** A client that reads nothing and has sent all that it gets answered, and how many statements that were. */
    const nonReadingClient = async () => {
      const client = await wire(fixture, 'transaction')
      const before = answered()
      let sent = 0
      const isAnswered = async () => {
        for (let count = 0; count < 1_000 && answered() - before < sent; count += 1) {
          await other.query('select 1')
          own += 1
        }
        return answered() - before >= sent
      }
      client.connection.stream.pause()
      do {
        client.send(statement)
        sent += 1
        if (sent === 1) await waitFor(() => answered() - before === 1)
      } while (sent < most && (await isAnswered()))
      return { client, sent }
    }
    const { client, sent } = await nonReadingClient()
    expect(sent).toBeLessThan(most)
    client.connection.stream.resume()
    const messages = await client.until(sent)
    expect(messages.filter((one) => one.startsWith('D'))).toHaveLength(sent)
    client.close()

    const leaving = await nonReadingClient()
    leaving.client.connection.socket.destroy()
    await waitFor(() => fixture.gateway.statistics().clients === 1)
  }))

test('a client that vanishes mid-transaction leaves no lock', () =>
  withGateway({ route: { poolSize: 1 } }, async (fixture) => {
    const client = await wire(fixture, 'transaction')
    client.send(clientMessages.query('create table t ()'), clientMessages.query('begin; lock table t'))
    await client.until(2)
    client.connection.socket.destroy()
    const other = await fixture.through('transaction')
    expect((await other.query('select count(*)::int from t')).rows).toEqual([{ count: 0 }])
  }))

test('a client that waits too long gets an error and can continue', () =>
  withGateway({ route: { poolSize: 1, times: { queueTimeoutMs: 50 } } }, async (fixture) => {
    // The first connection to the server may take longer than the timeout.
    const one = await waitFor(() => fixture.through('transaction'))
    const two = await fixture.through('transaction')
    await one.query('begin')
    for (const query of [{ text: 'select 1' }, { text: 'select $1::int', values: [1] }])
      await expect(two.query(query)).rejects.toMatchObject({ code: '53300', severity: 'ERROR' })
    await one.query('commit')
    expect((await two.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }))

test('an unreachable server is reported as a PostgreSQL error', () =>
  withGateway({ route: { endpoint: async () => ({ host: '127.0.0.1', port: 1 }) } }, async (fixture) => {
    for (const mode of modes)
      await expect(fixture.through(mode)).rejects.toMatchObject({
        code: '08001',
        message: 'The database server does not answer.',
      })
  }))

test('a disconnected group learns why, and may reconnect', () =>
  withGateway({}, async (fixture) => {
    const clients = await Promise.all(modes.map((mode) => wire(fixture, mode)))
    fixture.gateway.disconnect('another')
    fixture.gateway.disconnect('abcdefghij', { role: 'another' })
    fixture.gateway.disconnect('abcdefghij', { quotaGroup: 'another' })
    clients[0]!.send(clientMessages.query('select 1'))
    await clients[0]!.until(1)
    fixture.gateway.disconnect('abcdefghij')
    for (const client of clients)
      expect((await client.untilClosed())[0]).toBe(
        'E FATAL 57P01 terminating connection due to administrator command',
      )
    const back = await fixture.through('transaction')
    expect((await back.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }))

test('a closing gateway waits for transactions to end', () =>
  withGateway({}, async (fixture) => {
    const [busy, idle] = [await wire(fixture, 'transaction'), await wire(fixture, 'transaction')]
    busy.send(clientMessages.query('create table t (n int); begin; insert into t values (1)'))
    await busy.until(1)
    const closed = fixture.gateway.close({ drainMs: 60_000 })
    expect((await idle.untilClosed())[0]).toContain('57P01')
    await expect(fixture.through('transaction')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    busy.send(clientMessages.query('commit'))
    expect((await busy.untilClosed()).slice(0, 2)).toEqual(['C COMMIT·', 'Z I'])
    await closed
    expect((await fixture.admin.query('select n from t')).rows).toEqual([{ n: 1 }])
  }))

test.each(modes)('a cancel request that cannot reach the server is logged, in %s mode', async (mode) => {
  const log = vi.fn()
  const relay = net.createServer()
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.address() as AddressInfo
  await withGateway(
    { log, route: { endpoint: async () => ({ host: '127.0.0.1', port }) } },
    async (fixture) => {
      relay.on('connection', (client) => {
        const upstream = net.connect(fixture.endpoint)
        client.pipe(upstream).pipe(client)
        for (const socket of [client, upstream]) socket.on('error', () => client.destroy())
      })
      const client = await wire(fixture, mode)
      client.send(clientMessages.query('select 1'))
      await client.until(1)
      client.send(clientMessages.query('begin; select pg_sleep(600)'))
      const sleeping = "from pg_stat_activity where usename = $1 and state = 'active'"
      await waitFor(
        async () => (await fixture.admin.query(`select ${sleeping}`, [fixture.role])).rowCount === 1,
      )
      // Open connections stay open; new ones are refused.
      relay.close()
      await sendCancel(
        { host: '127.0.0.1', port: fixture.gateway.ports[mode]! },
        client.connection,
        TIME_LIMIT_MS,
      )
      await waitFor(() => log.mock.calls.length > 0)
      expect(log.mock.calls).toEqual([
        [
          `A cancel request did not reach the database abcdefghij/${fixture.database}: connect ECONNREFUSED 127.0.0.1:${port}`,
        ],
      ])
      await fixture.admin.query(`select pg_terminate_backend(pid) ${sleeping}`, [fixture.role])
      expect((await client.untilClosed()).at(-1)).toBe('closed')
    },
  )
})
