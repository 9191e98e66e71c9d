import { once } from 'node:events'
import net from 'node:net'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'
import { openWire } from './wire.fixture.ts'

const modes = ['session', 'transaction'] as const
const cases = modes.flatMap((mode) =>
  (['terminate', 'close', 'break'] as const).map((how) => [mode, how] as const),
)

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGateway({
    route: { poolSize: 1 },
    limits: { queueTimeoutMs: 60_000, idleTransactionMs: 200, sweepEveryMs: 20 },
  })
  await fixture.admin.query('create table stored (what text)')
  await fixture.admin.query(`grant all on stored to ${fixture.role}`)
})
afterAll(() => fixture.stop())

const wire = (mode: (typeof modes)[number]) =>
  openWire({
    port: fixture.gateway.ports[mode]!,
    user: fixture.user,
    password: PASSWORD,
    database: fixture.database,
  })

const isStored = async (what: string) =>
  (await fixture.admin.query('select 1 from stored where what = $1', [what])).rowCount === 1

test.each(cases)(
  'in %s mode a running statement finishes although its client disconnects by %s',
  async (mode, how) => {
    const what = `${mode} ${how}`
    const client = await wire(mode)
    client.send(clientMessages.query(`insert into stored select '${what}' from pg_sleep(0.5)`))
    await waitFor(
      async () =>
        (
          await fixture.admin.query(
            "select 1 from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()",
            [`insert into stored select '${what}'%`],
          )
        ).rowCount === 1,
    )
    if (how === 'terminate') client.connection.socket.end(clientMessages.terminate())
    else if (how === 'close') client.connection.socket.end()
    else client.connection.socket.resetAndDestroy()
    await waitFor(() => isStored(what))
  },
)

test.each(modes)(
  'in %s mode a client that breaks off inside a message releases its server connection',
  async (mode) => {
    const client = await wire(mode)
    client.send(clientMessages.query('begin'))
    await client.until(1)
    const [head] = [Buffer.alloc(5)]
    head[0] = FromClient.copyData
    head.writeUInt32BE(1_000_000, 1)
    client.send(head, Buffer.alloc(1000))
    await waitFor(() => client.connection.socket.writableLength === 0)
    client.connection.socket.destroy()
    const next = await fixture.through(mode)
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await next.end()
  },
)

test('messages sent in pieces while no connection is free are run and answered in order', async () => {
  const [holder, client] = [await fixture.through('transaction'), await wire('transaction')]
  await holder.query('begin')
  const pieces = [
    clientMessages.parse('', "insert into stored values ('held')\0\0\0"),
    Buffer.concat([
      message(FromClient.bind, cstring(''), cstring(''), int16(0), int16(0), int16(0)),
      message(FromClient.execute, cstring(''), int32(0)),
      clientMessages.sync(),
    ]),
    clientMessages.query("select 'second'"),
    clientMessages.query("insert into stored values ('last')"),
  ]
  for (const piece of pieces) {
    client.send(piece)
    await waitFor(() => client.connection.socket.writableLength === 0)
    await waitFor(() => fixture.pool('transaction')?.clients.waiting === 1)
  }
  await holder.query('commit')
  const rows = (await client.until(3)).filter((one) => one.startsWith('D')).map((one) => one.slice(-6))
  expect(rows).toEqual(['second'])
  expect(await isStored('held')).toBe(true)
  expect(await isStored('last')).toBe(true)
  client.close()
  await holder.end()
})

test('messages sent before Terminate are run, although the client disconnects before a connection is free', async () => {
  const [holder, client] = [await fixture.through('transaction'), await wire('transaction')]
  await holder.query('begin')
  client.send(clientMessages.query("insert into stored values ('behind')"))
  await waitFor(() => fixture.pool('transaction')?.clients.waiting === 1)
  client.connection.socket.end(clientMessages.terminate())
  await once(client.connection.socket, 'close')
  await holder.query('commit')
  await waitFor(() => isStored('behind'))
  await holder.end()
})

test('a client that idles in a transaction is disconnected once another waits for its connection', async () => {
  const idler = await wire('transaction')
  idler.send(clientMessages.query('begin'))
  await idler.until(1)
  const other = await fixture.through('transaction')
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await idler.untilClosed())[0]).toBe(
    'E FATAL 25P03 terminating connection due to idle-in-transaction timeout',
  )
  await other.end()
})

test('a statement that outlives its client for too long is cancelled', async () => {
  const strict = await startGateway({ limits: { abandonedStatementMs: 100 } })
  for (const mode of modes) {
    const client = await strict.through(mode)
    void client.query('select pg_sleep(603)').catch(() => undefined)
    await waitFor(() => strict.pool(mode)?.servers.active === 1)
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
    await waitFor(() => strict.pool(mode)?.totals.closed.abandoned === 1)
  }
  await strict.stop()
})

test('in session mode a client gets the process id of its server as its cancel key', async () => {
  const client = await wire('session')
  client.send(clientMessages.query('select pg_backend_pid()'))
  expect((await client.until(1))[1]).toContain(String(client.connection.pid))
  client.close()
})

test('in session mode the backend of a client that cancels and disconnects ends with it', async () => {
  const client = await wire('session')
  client.send(clientMessages.query('select pg_sleep(604)'))
  await waitFor(() => fixture.pool('session')?.servers.active === 1)
  await sendCancel({ host: '127.0.0.1', port: fixture.gateway.ports.session! }, client.connection, 60_000)
  // The error and ReadyForQuery have arrived, so that the connection could be reused.
  expect(await client.until(1)).toContain('E ERROR 57014 canceling statement due to user request')
  const { pid } = client.connection
  client.connection.socket.end(clientMessages.terminate())
  await waitFor(
    async () =>
      (await fixture.admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0,
  )
})

test('a client whose first message is Terminate gets no answer', async () => {
  for (const mode of modes) {
    const socket = net.connect(fixture.gateway.ports[mode]!, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.end(clientMessages.terminate())
    await once(socket, 'close')
    expect(Buffer.concat(received).toString()).toBe('')
  }
})
