import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { sendCancel } from '@basalt/postgres-wire/send-cancel.ts'
import { cstring, int16, int32, message } from '@basalt/postgres-wire/write-message.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GatewayFixture, PASSWORD, startGateway } from './gateway.fixture.ts'
import { openWire } from './wire.fixture.ts'

let fixture: GatewayFixture
beforeEach(async () => {
  fixture = await startGateway({ route: { poolSize: 2 }, limits: { queueTimeoutMs: 60_000 } })
})
afterEach(() => fixture.stop())

const wire = () =>
  openWire({
    port: fixture.gateway.ports.transaction!,
    user: fixture.user,
    password: PASSWORD,
    database: fixture.database,
  })

test('many clients share a few connections, each with its own settings and statements', async () => {
  const clients = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      fixture.through('transaction', { application_name: `app ${number}` }),
    ),
  )
  for (const round of [1, 2])
    await Promise.all(
      clients.map(async (client, number) => {
        await client.query(`set app.number = '${number * round}'`)
        const text = `select ${number} as number, current_setting('application_name') as app, current_setting('app.number') as set, $1::int as round`
        const { rows } = await client.query({ name: 'same name', text, values: [round] })
        expect(rows).toEqual([{ number, app: `app ${number}`, set: `${number * round}`, round }])
      }),
    )
  expect(fixture.pool('transaction')).toMatchObject({ clients: { idle: 10 }, servers: { active: 0, max: 2 } })
})

test.each([
  ['listen news', 'LISTEN is not possible through the transaction pooler.'],
  ['select 1; listen news', 'LISTEN is not possible through the transaction pooler.'],
  ['prepare p as select 1', 'PREPARE is not possible through the transaction pooler.'],
])('%s is refused with a clear error, and the client can continue', async (sql, text) => {
  const client = await fixture.through('transaction')
  await expect(client.query(sql)).rejects.toMatchObject({ code: '0A000', message: text, severity: 'ERROR' })
  await expect(client.query({ text: sql, values: [] })).rejects.toMatchObject({ severity: 'ERROR' })
  await client.query('begin')
  await expect(client.query(sql)).rejects.toMatchObject({ code: '0A000' })
  // As after any error, the transaction has failed.
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
  await client.query('rollback')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a client with session state keeps its connection until DISCARD ALL', async () => {
  const client = await fixture.through('transaction')
  const other = await fixture.through('transaction')
  await client.query('create temp table mine as select 7 as seven')
  await client.query('select pg_advisory_lock(42)')
  await Promise.all([other.query('select pg_sleep(0.01)'), other.query('select 1')])
  expect((await client.query('select * from mine')).rows).toEqual([{ seven: 7 }])
  expect(fixture.pool('transaction')?.clients.pinned).toBe(1)
  const free = 'select pg_try_advisory_xact_lock(42) as free'
  expect((await other.query(free)).rows).toEqual([{ free: false }])
  await client.query('discard all')
  expect((await other.query(free)).rows).toEqual([{ free: true }])
  expect(fixture.pool('transaction')?.clients.pinned).toBe(0)
})

test('a client never reads another client’s last sequence value', async () => {
  const [one, other] = [await fixture.through('transaction'), await fixture.through('transaction')]
  await one.query('create sequence numbers')
  await one.query("select nextval('numbers')")
  for (const query of [
    { text: 'select lastval()' },
    { text: "select currval('numbers'), $1::int", values: [1] },
  ])
    await expect(other.query(query)).rejects.toMatchObject({ code: '55000' })
  await one.query('begin')
  await one.query("select nextval('numbers')")
  expect((await one.query('select lastval()::int as last')).rows).toEqual([{ last: 2 }])
  await one.query('commit')
})

test('COPY works in both directions, by the simple and the extended protocol', async () => {
  const client = await wire()
  client.send(clientMessages.query('create table lines (line text)'))
  await client.until(1)
  const data = (text: string) => message(FromClient.copyData, Buffer.from(text))
  const done = message(FromClient.copyDone)
  client.send(clientMessages.query('copy lines from stdin'))
  await client.untilReceived('G ')
  client.send(data('one\n'), data('two\n'), done)
  expect(await client.until(1)).toEqual(['C COPY 2·', 'Z I'])
  // By the extended protocol, with a Sync that the server ignores because it is already reading data.
  client.send(
    clientMessages.parse('', 'copy lines from stdin\0\0\0'),
    message(FromClient.bind, cstring(''), cstring(''), int16(0), int16(0), int16(0)),
    message(FromClient.execute, cstring(''), int32(0)),
    clientMessages.sync(),
  )
  await client.untilReceived('G ')
  client.send(data('three\n'), done, clientMessages.sync())
  expect(await client.until(1)).toEqual(['C COPY 1·', 'Z I'])
  await waitFor(() => fixture.pool('transaction')?.servers.active === 0)
  client.send(clientMessages.query('copy (select * from lines order by 1) to stdout'))
  expect((await client.until(1)).slice(1)).toEqual([
    'd one\n',
    'd three\n',
    'd two\n',
    'c ',
    'C COPY 3·',
    'Z I',
  ])
  // A copy that fails, and one that the client aborts.
  client.send(clientMessages.query('copy no_such from stdin'), data('x\n'), done)
  expect((await client.until(1)).at(-1)).toBe('Z I')
  client.send(clientMessages.query('copy lines from stdin'), message(FromClient.copyFail, cstring('enough')))
  expect((await client.until(1)).filter((message) => message.startsWith('E'))).toEqual([
    'E ERROR 57014 COPY from stdin failed: enough',
  ])
  client.close()
})

test('DEALLOCATE drops statements that the driver prepared by protocol messages, as without the pooler', async () => {
  const bind = (name: string) =>
    message(FromClient.bind, cstring(''), cstring(name), int16(0), int16(0), int16(0))
  const execute = message(FromClient.execute, cstring(''), int32(0))
  const prepare = (name: string, sql: string) => clientMessages.parse(name, `${sql}\0\0\0`)
  const deallocate = (name: string) => [prepare('', `deallocate ${name}`), bind(''), execute]
  const sync = clientMessages.sync()
  const batches: Buffer[][] = [
    [prepare('a', 'select 1'), prepare('b', 'select 2'), prepare('"C"', 'select 3'), sync],
    [...deallocate('a'), sync],
    [bind('a'), execute, sync],
    // A driver that sends ahead drops several, and prepares one of them again afterwards.
    [...deallocate('b'), prepare('b', 'select 4'), bind('b'), execute, ...deallocate('b'), sync],
    [...deallocate('b'), bind('a'), execute, sync],
    [prepare('b', 'select 5'), prepare('d', 'deallocate b'), bind('d'), execute, sync, bind('b'), sync],
    [prepare('b', 'select 6'), bind('d'), execute, bind('b'), sync],
    // A batch that fails drops nothing after the failure.
    [prepare('e', 'select 7'), sync, bind('nobody'), ...deallocate('e'), sync, bind('e'), execute, sync],
    [clientMessages.query('begin'), clientMessages.query('select 1/0')],
    [...deallocate('e'), sync, clientMessages.query('rollback'), bind('e'), execute, sync],
    // The same by simple queries.
    [prepare('f', 'select 8'), prepare('g', 'select 9'), sync, clientMessages.query('deallocate f')],
    [bind('f'), execute, sync, bind('g'), execute, sync, clientMessages.query('deallocate f')],
    [bind('g'), execute, sync, clientMessages.query('deallocate g')],
    [bind('g'), execute, sync, prepare('g', 'select 10'), sync],
    [clientMessages.query('begin'), clientMessages.query('select 1/0'), clientMessages.query('deallocate g')],
    [clientMessages.query('rollback'), bind('g'), execute, sync, clientMessages.query('deallocate g')],
    [bind('g'), execute, sync],
    // And as one of several statements in a text.
    [prepare('h', 'select 11'), prepare('i', 'select 12'), prepare('j', 'select 13'), sync],
    [clientMessages.query("select '1;'; deallocate h ; select 2; deallocate prepare i")],
    [bind('h'), execute, sync, bind('i'), execute, sync, bind('j'), execute, sync],
    [prepare('h', 'select 14'), sync, clientMessages.query('deallocate h; deallocate h; deallocate j')],
    [bind('h'), execute, sync, bind('j'), execute, sync],
    [clientMessages.query('deallocate j; select 1/0'), bind('j'), execute, sync],
    [prepare('k', 'select 15'), sync, clientMessages.query('deallocate all; deallocate k')],
    [bind('k'), execute, sync],
  ]
  const [through, direct] = [
    await wire(),
    await openWire({
      ...fixture.endpoint,
      user: fixture.role,
      password: PASSWORD,
      database: fixture.database,
    }),
  ]
  for (const batch of batches) {
    const ready = batch.filter((one) => one[0] === FromClient.sync || one[0] === FromClient.query).length
    through.send(...batch)
    direct.send(...batch)
    expect(await through.until(ready)).toEqual(await direct.until(ready))
  }
  through.close()
  direct.close()
  expect(fixture.pool('transaction')?.servers.active).toBe(0)
})

test('DEALLOCATE of one statement leaves the others prepared on the connection', async () => {
  const client = await fixture.through('transaction')
  for (const name of ['first', 'second'])
    await client.query({ name, text: `select '${name}'::text as name`, values: [] })
  await client.query('deallocate first')
  const { rows } = await client.query(
    `select statement from pg_prepared_statements where name ~ '^basalt_[0-9]'`,
  )
  expect(rows.map(({ statement }) => statement).sort()).toEqual([
    `select 'first'::text as name`,
    `select 'second'::text as name`,
  ])
})

test('a cancel request reaches the client’s current connection, and no other', async () => {
  const [client, other] = [await wire(), await fixture.through('transaction')]
  const sleeping = other.query('select pg_sleep(601)').catch((error) => error.code)
  client.send(clientMessages.query('select pg_sleep(600)'))
  await waitFor(() => fixture.pool('transaction')?.servers.active === 2)
  const port = fixture.gateway.ports.transaction!
  const wrong = { pid: client.connection.pid, secret: Buffer.alloc(4) }
  await sendCancel({ host: '127.0.0.1', port }, wrong, 60_000)
  await sendCancel({ host: '127.0.0.1', port }, client.connection, 60_000)
  expect(await client.until(1)).toContain('E ERROR 57014 canceling statement due to user request')
  const { rows } = await fixture.admin.query(
    "select pg_cancel_backend(pid) as sleeps from pg_stat_activity where usename = $1 and query ~ '601' and state = 'active'",
    [fixture.role],
  )
  expect(rows).toEqual([{ sleeps: true }])
  expect(await sleeping).toBe('57014')
  // For an idle client there is nothing to cancel.
  await sendCancel({ host: '127.0.0.1', port }, client.connection, 60_000)
  client.send(clientMessages.query('select 1'))
  expect(await client.until(1)).toContain('C SELECT 1·')
  client.close()
})

test('a statement that waits for a connection can be cancelled, and its client can continue', async () => {
  const waiting = await wire()
  const busy = [await fixture.through('transaction'), await fixture.through('transaction')]
  for (const client of busy) await client.query('begin')
  waiting.send(clientMessages.query('select 1'))
  await waitFor(() => fixture.pool('transaction')?.clients.waiting === 1)
  const port = fixture.gateway.ports.transaction!
  await sendCancel({ host: '127.0.0.1', port }, waiting.connection, 60_000)
  expect(await waiting.until(1)).toEqual(['E ERROR 57014 canceling statement due to user request', 'Z I'])
  expect(fixture.pool('transaction')?.clients.waiting).toBe(0)
  await busy[0]!.query('commit')
  waiting.send(clientMessages.query('select 2'))
  expect(await waiting.until(1)).toContain('C SELECT 1·')
  await busy[1]!.query('commit')
  waiting.close()
})

test('unused and old connections are closed', async () => {
  const shortIdle = await startGateway({
    route: { times: { serverIdleMs: 1 } },
    limits: { sweepEveryMs: 10 },
  })
  const client = await shortIdle.through('transaction')
  await client.query('select 1')
  await waitFor(() => shortIdle.pool('transaction')?.servers.idle === 0)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await shortIdle.stop()
  const shortLived = await startGateway({ route: { poolSize: 1, times: { serverLifetimeMs: 0 } } })
  const repeated = await shortLived.through('transaction')
  const pid = 'select pg_backend_pid() as pid'
  const [first, second] = [await repeated.query(pid), await repeated.query(pid)]
  expect(first.rows).not.toEqual(second.rows)
  await shortLived.stop()
})
