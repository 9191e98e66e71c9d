import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEngine, PASSWORD, query, SUPERUSER, startedInstance } from '../embedded/engine.fixture.ts'
import type { Endpoint } from '../engine.ts'
import { readPostmasterPid } from '../process/postmaster-pid.ts'
import { postgresProcessesIn } from '../process/working-directories.ts'
import { replicationName } from '../replica-on-primary.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { StandbyRelay } from './standby-relay.ts'

const ofOne = { source: { id: 'one', superuserPassword: PASSWORD } }

async function connected(endpoint: Endpoint): Promise<pg.Client> {
  const client = new pg.Client({ ...endpoint, user: SUPERUSER, password: PASSWORD, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

/** A running instance `one` with an empty table, followed by a running `two`. */
async function replicated() {
  const { engine, dataDir } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept (n int primary key)')
  await engine.replicate('two', ofOne)
  const two = await engine.start('two')
  await waitFor(() => isThere(two, "select from pg_class where relname = 'kept'"))
  return { engine, dataDir, one, two }
}

const isThere = async (endpoint: Endpoint, sql: string) => (await query(endpoint, sql)).length > 0

/** Clients that commit row after row until `stop`, which returns how many were acknowledged. */
async function writers(endpoint: Endpoint, from = 0) {
  const COUNT = 4
  const clients = await Promise.all(Array.from({ length: COUNT }, () => connected(endpoint)))
  const acknowledged: number[] = []
  let isStopped = false
  const running = clients.map(async (client, index) => {
    for (let n = from + index; !isStopped; n += COUNT) {
      // A killed server ends it.
      const isDone = await client.query('insert into kept values ($1)', [n]).then(
        () => true,
        () => false,
      )
      if (!isDone) return
      acknowledged.push(n)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(running)
      return acknowledged
    },
  }
}

const numbers = async (endpoint: Endpoint) =>
  ((await query(endpoint, 'select n from kept order by n')) as { n: number }[]).map(({ n }) => n)

/** Whether the replica has left its stream, and is connected. */
const isResting = (one: Endpoint) =>
  isThere(
    one,
    `select from pg_stat_replication r join pg_replication_slots s on s.slot_name = r.application_name
     where r.state = 'startup' and r.replay_lsn is not null and not s.active`,
  )

const isStreaming = (one: Endpoint) =>
  isThere(one, "select from pg_stat_replication where state = 'streaming'")

const catchesUp = (one: Endpoint, two: Endpoint) =>
  waitFor(async () => (await numbers(one)).join() === (await numbers(two)).join())

test('a replica leaves its stream while commits follow each other, gets each of them, and streams again when they end', async () => {
  const { one, two } = await replicated()
  const writing = await writers(one)
  await waitFor(() => isResting(one))
  const acknowledged = await writing.stop()
  await waitFor(async () => (await numbers(two)).length === acknowledged.length)
  await waitFor(() => isStreaming(one))
  await query(one, 'insert into kept values (-1)')
  await waitFor(() => isThere(two, 'select from kept where n = -1'))
  expect(await isResting(one)).toBe(false)
})

test('a primary that stops is followed to its last commit', async () => {
  const { engine, one, two } = await replicated()
  const writing = await writers(one)
  await waitFor(() => isResting(one))
  const stopped = engine.stop('one')
  const acknowledged = await writing.stop()
  await stopped
  const there = new Set(await numbers(two))
  expect(acknowledged.filter((n) => !there.has(n))).toEqual([])
})

test('a promoted replica has what its primary had committed before', async () => {
  const { engine, one, two } = await replicated()
  const writing = await writers(one)
  await waitFor(() => isResting(one))
  const before = await numbers(one)
  await engine.promote('two')
  await writing.stop()
  const there = new Set(await numbers(two))
  expect(before.filter((n) => !there.has(n))).toEqual([])
})

test('what a query of the replica reads is kept by the primary while the stream is left', async () => {
  const { one, two } = await replicated()
  await query(one, 'create table read as select generate_series(1, 1000) as n')
  await waitFor(() => isThere(two, "select from pg_class where relname = 'read'"))
  const reader = await connected(two)
  await reader.query('begin isolation level repeatable read')
  await waitFor(async () => (await reader.query('select count(*)::int as n from read')).rows[0].n === 1000)
  await waitFor(() => isThere(one, 'select from pg_replication_slots where xmin is not null'))
  const writing = await writers(one)
  await waitFor(() => isResting(one))
  await query(one, 'delete from read')
  // Cutting off its last pages would take a lock that the query does not let go.
  await query(one, 'vacuum (truncate false) read')
  const acknowledged = await writing.stop()
  await waitFor(async () => (await numbers(two)).length === acknowledged.length)
  expect((await reader.query('select count(*)::int as n from read')).rows).toEqual([{ n: 1000 }])
})

test('a replica has every row that was acknowledged after it or its primary was killed in between', async () => {
  const { engine, dataDir, one } = await replicated()
  const acknowledged: number[] = []
  for (const [round, killed] of ['two', 'one', 'two'].entries()) {
    const writing = await writers(await engine.start('one'), round * 1_000_000)
    await waitFor(() => isResting(one))
    const { pid } = (await readPostmasterPid(join(dataDir, 'instances', killed, 'data')))!
    process.kill(pid, 'SIGKILL')
    await waitFor(async () => (await engine.facts(killed)).state !== 'running')
    acknowledged.push(...(await writing.stop()))
    await waitFor(async () => (await engine.facts(killed)).state === 'running')
  }
  const two = await engine.start('two')
  await catchesUp(await engine.start('one'), two)
  const there = new Set(await numbers(two))
  expect(acknowledged.filter((n) => !there.has(n))).toEqual([])
})

test('a frozen replica holds up neither its primary nor this program, and catches up', async () => {
  const { dataDir, one, two } = await replicated()
  await waitFor(() => isStreaming(one))
  const frozen = await postgresProcessesIn(join(dataDir, 'instances/two/data'))
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    for (const pid of frozen)
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // It has ended.
      }
  })
  const before = process.memoryUsage().arrayBuffers
  await query(one, 'create table large as select repeat(md5(n::text), 20) from generate_series(1, 100000) n')
  await query(one, 'insert into kept values (1)')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
  await waitFor(() => isThere(two, 'select from kept where n = 1'))
})

test('nobody but the replica passes through its relay', async () => {
  const { dataDir } = await replicated()
  const host = join(dataDir, 'instances/two/outgoing')
  const login = { host, port: 5433, user: SUPERUSER, password: PASSWORD, database: 'postgres' }
  for (const other of [login, { ...login, user: replicationName('two') }]) {
    const client = new pg.Client(other)
    await expect(client.connect()).rejects.toMatchObject({ code: '28000' })
  }
})

/** A socket that passes bytes on to another one, in pieces of random sizes. */
async function cutting(path: string, to: () => string): Promise<void> {
  const copy = async (from: net.Socket, into: net.Socket) => {
    try {
      for await (const bytes of from as AsyncIterable<Buffer>)
        for (let at = 0; at < bytes.length; ) {
          const length = 1 + Math.floor(Math.random() ** 4 * 4096)
          if (!into.write(bytes.subarray(at, at + length))) await once(into, 'drain')
          at += length
          await setImmediate()
        }
    } catch {
      // The other side has ended.
    } finally {
      from.destroy()
      into.destroySoon()
    }
  }
  const server = net.createServer((socket) => {
    const other = net.connect({ path: to() })
    for (const one of [socket, other]) one.on('error', () => one.destroy())
    void copy(socket, other)
    void copy(other, socket)
  })
  server.listen({ path, readableAll: true, writableAll: true })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('bytes may be cut anywhere between the three, and the relay may go and come back', async () => {
  const { engine, one, two } = await replicated()
  const folder = await temporaryDirectory()
  await chmod(folder, 0o711)
  const [toPrimary, relaySocket, toRelay] = ['primary', 'relay', '.s.PGSQL.5432'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await cutting(toPrimary, () => join(one.socket!, `.s.PGSQL.${one.port}`))
  await cutting(toRelay, () => relaySocket)
  const open = () =>
    StandbyRelay.open({
      socket: relaySocket,
      role: replicationName('two'),
      primary: () => ({ path: toPrimary }),
    })
  let relay = await open()
  onTestFinished(() => relay.close())
  const [{ primary_conninfo: usual }] = (await query(two, 'show primary_conninfo')) as [
    { primary_conninfo: string },
  ]
  const cut = usual.replace(/host='[^']*' port=\d+/, `host=${folder} port=5432`)
  expect(cut).not.toBe(usual)
  await query(two, `alter system set primary_conninfo = '${cut}'`)
  await query(two, 'select pg_reload_conf()')
  await waitFor(() =>
    isThere(two, `select from pg_stat_wal_receiver where sender_host = '${folder}' and status = 'streaming'`),
  )

  const writing = await writers(one)
  await waitFor(() => isResting(one))
  await relay.close()
  await waitFor(async () => !(await isThere(one, 'select from pg_stat_replication')))
  relay = await open()
  await waitFor(() => isResting(one))
  await query(one, 'create table large as select repeat(md5(n::text), 20) from generate_series(1, 20000) n')
  await waitFor(() => isResting(one))
  const acknowledged = await writing.stop()
  await catchesUp(one, two)
  expect((await numbers(two)).length).toBe(acknowledged.length)
  expect(await query(two, 'select count(*)::int as n from large')).toEqual([{ n: 20_000 }])
  await engine.stop('two')
})
