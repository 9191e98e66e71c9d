import path from 'node:path'
import { listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import { createFileTable, uploadForeignFile } from '@basalt/contract/foreign-files/foreign-files.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { READ_LAG_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import {
  listDatabaseStates,
  listReplicaLags,
  restartReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { startGatewayProcess } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../../test/broken-database.ts'
import { DATABASE_PASSWORD, type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { openPoolers } from '../poolers/open-poolers.ts'
import { readOrMakeIdentity } from '../poolers/tls-identity.ts'

const SCHEMA = `
  create table kept as select 1 as n;
  grant select on kept to anon, service_role;
  create function add_one() returns int language sql as 'insert into kept values (99) returning n';
`

/** How far the clock of the server is ahead. */
let aheadMs = 0
let api: DataApiFixture
let replica: string
let gateway: GatewayControl
const ref = () => api.ref

beforeAll(async () => {
  api = await openDataApi(SCHEMA, { now: () => new Date(Date.now() + aheadMs) })
  const { body } = await api.owner.call(setUpReplica, {
    params: { ref: api.ref },
    body: { read_replica_region: api.config.region },
  })
  replica = body.identifier
  await waitFor(async () => (await state())?.status === 'ACTIVE_HEALTHY')
  gateway = await openPoolers({
    host: '127.0.0.1',
    ports: { session: 0, transaction: 0 },
    tls: readOrMakeIdentity(path.join(path.dirname(api.config.dataDir), 'keys')),
    resolve: api.poolers.resolve,
    log: () => undefined,
    run: startGatewayProcess,
  })
})
afterAll(async () => {
  await gateway?.close({ drainMs: 0 })
  await api[Symbol.asyncDispose]()
})

const states = async () => (await api.owner.call(listDatabaseStates, { params: { ref: ref() } })).body
const state = async () => (await states()).find(({ identifier }) => identifier === replica)

/** Reads the rows as the Data API answers them, with what it says of the database that did. */
async function read(prefer: string, init: RequestInit = {}) {
  const { status, body, headers } = await api.send('/kept?order=n', { ...init, headers: { prefer } })
  return {
    status,
    rows: (body as { n: number }[]).map?.(({ n }) => n),
    applied: headers.get('preference-applied'),
    database: headers.get('basalt-database'),
    fallback: headers.get('basalt-read-fallback'),
  }
}

/** As the superuser, on the replica unless another database is named. */
async function onReplica(sql: string, id = replica) {
  const { socket, host, port } = (await api.engine.endpoint(id))!
  const password = await api.secretsOf.read(ref(), 'superuser_password')
  const client = new pg.Client({
    host: socket ?? host,
    port,
    user: 'basalt_admin',
    password,
    database: 'postgres',
  })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const readingClient = (port: number) =>
  new pg.Client({
    host: '127.0.0.1',
    port,
    user: `postgres.${ref()}-read`,
    password: DATABASE_PASSWORD,
    database: 'postgres',
  })

async function throughReadString(sql: string, mode: 'session' | 'transaction' = 'transaction') {
  const client = readingClient(gateway.ports[mode]!)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const IS_REPLICA = 'select pg_is_in_recovery() as replica'

test('the Data API reads from a replica where the caller asks, and says which database answered', async () => {
  const fromReplica = {
    status: 200,
    rows: [1],
    applied: 'read=replica',
    database: replica,
    fallback: null,
  }
  await waitFor(async () => (await read('read=replica')).database === replica)
  expect(await read('read=replica')).toEqual(fromReplica)
  expect(await read('read=primary')).toMatchObject({ applied: 'read=primary', database: ref() })
  expect(await read('count=exact')).toMatchObject({ applied: 'count=exact', database: null })
  expect(await read('read=replica, max-lag=30, count=exact')).toMatchObject({
    applied: 'count=exact, read=replica, max-lag=30',
  })
  // It was read there, not only said so.
  const [before] = await onReplica("select xact_commit from pg_stat_database where datname = 'postgres'")
  await waitFor(async () => {
    await read('read=replica')
    const [after] = await onReplica("select xact_commit from pg_stat_database where datname = 'postgres'")
    return Number(after!.xact_commit) > Number(before!.xact_commit) + 3
  })
  // Row level security and roles are those of the caller.
  const denied = await api.send('/kept', { key: null, headers: { prefer: 'read=replica' } })
  expect(denied.status).toBe(401)
  // What writes goes to the primary, whatever it prefers.
  const written = await api.send('/rpc/add_one', { method: 'POST', headers: { prefer: 'read=replica' } })
  expect([written.status, written.headers.get('basalt-database')]).toEqual([200, null])
  await api.sql('delete from kept where n = 99')
  const strict = await read('handling=strict, read=elsewhere')
  expect(strict.status).toBe(400)
})

test('the read string reaches a replica by both poolers, and cannot write', async () => {
  const [primary] = (await api.owner.call(listDatabases, { params: { ref: ref() } })).body
  expect(primary!.connection_string_read_only).toContain(`//postgres.${ref()}-read:[YOUR_PASSWORD]@`)
  for (const mode of ['session', 'transaction'] as const)
    expect(await throughReadString(IS_REPLICA, mode)).toEqual([{ replica: true }])
  await expect(throughReadString('insert into kept values (5)')).rejects.toMatchObject({ code: '25006' })
})

test('a table of a file is read at the primary, and a replica says so', async () => {
  const params = { ref: ref() }
  const { body: file } = await api.app.inject({
    method: 'POST',
    url: requestUrl(uploadForeignFile, { params, query: { name: 'file.csv' } }),
    headers: { ...api.owner.headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('n\n7\n'),
  })
  const columns = [{ name: 'n', type: 'int8' as const }]
  const body = { file: JSON.parse(file).id, schema: 'public', name: 'filed', columns }
  expect(await api.owner.call(createFileTable, { params, body })).toMatchObject({ status: 201 })
  await waitFor(
    async () => (await onReplica("select to_regclass('filed') as is_there"))[0]!.is_there !== null,
  )
  const readAt = (database: string) =>
    api.owner.call(runQuery, { params, body: { query: 'select n from filed', database } })
  expect(await readAt(replica)).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining('not on this database server'),
      hint: expect.stringContaining('run this at the primary'),
    },
  })
  expect((await readAt(ref())).body).toEqual([{ n: 7 }])
  await api.sql('drop foreign table filed')
})

test('reads avoid a replica that is further behind than stated, and come back', async () => {
  await onReplica('select pg_wal_replay_pause()')
  await api.sql('insert into kept values (2)')
  // A caller that accepts old rows gets them.
  expect(await read('read=replica, max-lag=3600')).toMatchObject({ rows: [1], database: replica })
  await waitFor(async () => (await read('read=replica, max-lag=1')).fallback === 'replicas-behind')
  expect(await read('read=replica, max-lag=1')).toMatchObject({
    rows: [1, 2],
    applied: 'read=primary',
    database: ref(),
  })
  expect((await state())!.lag!.seconds).toBeGreaterThan(1)
  expect((await state())!.lag!.bytes).toBeGreaterThan(0)
  // Connections of the read string to a replica that is too far behind end by themselves.
  aheadMs = READ_LAG_SECONDS * 1000
  await waitFor(async () => (await throughReadString('select n from kept', 'session')).length === 2)
  await waitFor(async () => (await throughReadString('select n from kept')).length === 2)
  // On the primary, it writes no more than on a replica.
  await expect(throughReadString('insert into kept values (5)', 'session')).rejects.toMatchObject({
    code: '25006',
  })
  await onReplica('select pg_wal_replay_resume()')
  await waitFor(async () => (await read('read=replica, max-lag=1')).database === replica)
  expect((await read('read=replica')).rows).toEqual([1, 2])
  await waitFor(async () => (await throughReadString(IS_REPLICA, 'session'))[0]!.replica === true)
})

test('the lag is drawn from readings of the awake project', async () => {
  await api.replicaLags.sample()
  const { body } = await api.owner.call(listReplicaLags, { params: { ref: ref(), identifier: replica } })
  expect(body.length).toBeGreaterThan(0)
  expect(Object.keys(body[0]!).sort()).toEqual(['at', 'bytes', 'seconds'])
  const unknown = { params: { ref: ref(), identifier: 'nothing' } }
  expect(await api.owner.call(listReplicaLags, unknown)).toMatchObject({ status: 404 })
})

test('a replica that is frozen is found out, and reads go on without it until it is restarted', async () => {
  const { pid } = (await readPostmasterPid(dataOf(api, replica)))!
  process.kill(pid, 'SIGSTOP')
  await api.replicaLags.sample()
  expect((await state())!.status).toBe('ACTIVE_UNHEALTHY')
  expect(await read('read=replica')).toMatchObject({ rows: [1, 2], fallback: 'no-healthy-replica' })
  await api.owner.call(restartReplica, { params: { ref: ref(), identifier: replica } })
  await waitFor(async () => (await state())?.status === 'ACTIVE_HEALTHY')
  await waitFor(async () => (await read('read=replica')).database === replica)
})

test('a replica that is killed fails no read, and comes back by itself', async () => {
  const { pid } = (await readPostmasterPid(dataOf(api, replica)))!
  expect((await read('read=replica')).database).toBe(replica)
  process.kill(pid, 'SIGKILL')
  const during = await Promise.all(Array.from({ length: 20 }, () => read('read=replica')))
  expect(new Set(during.map(({ status, rows }) => `${status} ${rows}`))).toEqual(new Set(['200 1,2']))
  await waitFor(async () => (await read('read=replica')).database === replica)
})
