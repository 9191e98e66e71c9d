import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Endpoint } from '@basalt/postgres-supervisor/engine.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { aServer, connected } from './backups.fixture.ts'
import { backupBefore, restorableRange } from './point-in-time.ts'
import { takeBackup } from './take-backup.ts'
import { anArchive, FOLDER, isReceived, isSafe, receiving, restoreTo, SLOT } from './wal-archive.fixture.ts'
import { archivedLog, heldRanges, readSegment, segmentsIn, storeSegment } from './wal-archive.ts'
import { SEGMENT_BYTES, segmentName, segmentOf } from './wal-segments.ts'

/** A server whose log is received, and a full backup of it. */
async function anArchivedServer() {
  const server = await aServer()
  const client = await connected(server.endpoint)
  await client.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  const archive = await anArchive()
  const receiver = receiving(server.endpoint, archive)
  const backup = await takeBackup({ login: server.login, store: archive.store, folder: FOLDER, id: 'base' })
  await client.query('create table kept (n int)')
  return { ...server, client, archive, receiver, backup }
}

const numbersIn = async (endpoint: Endpoint) =>
  (await (await connected(endpoint)).query('select n from kept order by n')).rows.map(({ n }) => n)

test('every moment between the backup and now is restored: a time, just before a statement, and the end; what is restored does not continue the archive', async () => {
  const { engine, client, archive, receiver, backup } = await anArchivedServer()
  const now = async () => (await client.query('select clock_timestamp()::text as at')).rows[0].at as string
  await client.query('insert into kept values (1)')
  // The milliseconds of a date are cut off, and must not be before the commit.
  await client.query('select pg_sleep(0.01)')
  const afterOne = new Date(await now()).toISOString()
  await client.query('select pg_sleep(0.01)')
  await client.query('insert into kept values (2)')
  const { rows } = await client.query('select pg_current_wal_insert_lsn()::text as lsn')
  await client.query('delete from kept')
  await client.query('insert into kept values (3)')
  const atEnd = (await client.query('select pg_current_wal_lsn()::text as lsn')).rows[0].lsn
  await isReceived(archive, atEnd)
  await isSafe(archive, new Date(await now()).toISOString())

  const range = (await restorableRange(archive, [backup]))!
  expect(range.earliest).toBe(backup.endedAt)
  expect(await backupBefore(archive, [backup], afterOne)).toBe('base')
  expect(await backupBefore(archive, [backup], '2020-01-01T00:00:00.000Z')).toBeUndefined()
  expect(await backupBefore(archive, [backup], '2120-01-01T00:00:00.000Z')).toBeUndefined()

  const restored = async (into: string, until: Parameters<typeof restoreTo>[2]['until']) => {
    await restoreTo(engine, into, { archive, backup: 'base', until })
    return numbersIn(await engine.start(into))
  }
  expect(await restored('time', { time: afterOne })).toEqual([1])
  expect(await restored('statement', { beforeLsn: rows[0].lsn })).toEqual([1, 2])
  expect(await restored('end', 'log')).toEqual([3])
  // Nothing was committed between the last statement and this time.
  expect(await restored('latest', { time: range.latest })).toEqual([3])

  const endpoint = (await engine.endpoint('latest'))!
  await (await connected(endpoint)).query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  await receiver.stop()
  expect(await receiving(endpoint, archive).ended).toMatchObject({ name: 'ArchiveBroken' })

  // The machine is lost, and with it the segment that was not complete: the store has it.
  const elsewhere = { ...archive, unfinished: join(archive.unfinished, 'nowhere') }
  expect(await restorableRange(elsewhere, [backup])).toMatchObject({ earliest: range.earliest })
  await restoreTo(engine, 'elsewhere', { archive: elsewhere, backup: 'base', until: 'log' })
  expect(await numbersIn(await engine.start('elsewhere'))).toEqual([3])
})

test('a receiver that is stopped or whose server restarts continues without a gap, until the server has lost its slot', async () => {
  const { engine, client, archive, receiver } = await anArchivedServer()
  const fill = (times: number, on = client) =>
    on.query(
      `do $$ begin for i in 1..${times} loop perform pg_logical_emit_message(false, 'filler', repeat('x', 1000000)); end loop; end $$`,
    )
  await fill(20)
  await receiver.stop()
  await client.query('insert into kept values (1)')
  await fill(20)
  const second = receiving((await engine.endpoint('source'))!, archive)
  await client.query('insert into kept values (2)')
  await fill(10)
  const endpoint = await engine.restart('source')
  // A server that stops says goodbye, or has no time left for it.
  expect(await second.ended).toSatisfy((end) => end === undefined || end.sqlstate === '08006')
  const again = await connected(endpoint)
  const third = receiving(endpoint, archive)
  await again.query('insert into kept values (3)')
  const { rows } = await again.query('select pg_current_wal_lsn()::text as lsn')
  await isReceived(archive, rows[0].lsn)
  const ranges = await heldRanges(archive)
  expect(ranges).toHaveLength(1)
  expect(ranges[0]!.to).toBeGreaterThanOrEqual(lsnOf(rows[0].lsn))
  expect((await segmentsIn(archive)).length).toBeGreaterThanOrEqual(3)
  await restoreTo(engine, 'restored', { archive, backup: 'base', until: 'log' })
  expect(await numbersIn(await engine.start('restored'))).toEqual([1, 2, 3])

  await third.stop()
  await again.query("alter system set max_slot_wal_keep_size = '1MB'")
  await again.query('select pg_reload_conf()')
  for (let n = 0; n < 3; n++) {
    await again.query("select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))")
    await again.query('checkpoint')
  }
  expect(await receiving(endpoint, archive).ended).toMatchObject({ name: 'ArchiveBroken' })
})

test('while commits follow each other the stream is left and taken up again, unless they wait for it; what was committed before a stop is received', async () => {
  const { engine, client, archive, receiver } = await anArchivedServer()
  await receiver.stop()
  const stateAfterCommits = async () => {
    for (let n = 0; n < 40; n++) await client.query('insert into kept values (1)')
    return (await client.query('select state from pg_stat_replication')).rows[0]?.state
  }
  const waiting = receiving((await engine.endpoint('source'))!, archive, { mayRest: () => false })
  await waitFor(async () => (await stateAfterCommits()) === 'streaming')
  for (let round = 0; round < 5; round++) expect(await stateAfterCommits()).toBe('streaming')
  await waiting.stop()

  let wake: () => void = () => undefined
  const resting = receiving((await engine.endpoint('source'))!, archive, {
    onStopping: (listener) => {
      wake = listener
    },
  })
  await waitFor(async () => (await stateAfterCommits()) === 'startup')
  await client.query('insert into kept values (2)')
  const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as lsn, now()::text as now')
  await isReceived(archive, rows[0].lsn)
  await isSafe(archive, new Date(rows[0].now).toISOString())

  await waitFor(async () => (await stateAfterCommits()) === 'startup')
  wake()
  await waitFor(async () => (await stateAfterCommits()) === 'streaming')
  await client.query('insert into kept values (3)')
  await engine.stop('source')
  await resting.ended
  await restoreTo(engine, 'restored', { archive, backup: 'base', until: 'log' })
  const kept = await numbersIn(await engine.start('restored'))
  expect(kept.filter((n) => n !== 1)).toEqual([2, 3])
})

test('a missing, damaged or swapped segment is refused by its name, and a gap is shown; a restored database takes the place of the other', async () => {
  const { engine, client, archive, backup } = await anArchivedServer()
  for (let n = 0; n < 3; n++) {
    await client.query('insert into kept values (1)')
    await client.query('select pg_switch_wal()')
  }
  await client.query('insert into kept values (2)')
  const { rows } = await client.query('select pg_current_wal_lsn()::text as lsn')
  await isReceived(archive, rows[0].lsn)
  const { store } = archive
  const [, second, third] = (await segmentsIn(archive)).filter(
    (name) => segmentOf(name)!.start >= lsnOf(backup.endLsn) - 1n,
  )
  const keyOf = (name: string) => `${FOLDER}/wal_${name}`
  const bytesOf = async (name: string) => buffer((await store.read(keyOf(name)))!)
  const put = (name: string, bytes: Buffer) => store.write(keyOf(name), piece(bytes))
  const [own, other] = [await bytesOf(second!), await bytesOf(third!)]
  const restoring = () => restoreTo(engine, 'restored', { archive, backup: 'base', until: 'log' })

  await put(second!, other)
  await expect(restoring()).rejects.toThrow(new RegExp(`damaged: ${second} does not have its checksum`))
  await put(second!, Buffer.concat([own.subarray(0, -5), Buffer.from('12345')]))
  await expect(readSegment(archive, second!)).rejects.toThrow(/does not have its checksum/)
  await store.remove(keyOf(second!))
  await expect(restoring()).rejects.toThrow(new RegExp(`damaged: ${second} is missing`))
  expect(await engine.exists('restored')).toBe(false)
  expect(await heldRanges(archive)).toHaveLength(2)
  expect(await restorableRange(archive, [backup])).toBeUndefined()
  await put(second!, own)
  await restoring()
  expect(await numbersIn(await engine.start('restored'))).toEqual([1, 1, 1, 2])

  // What was restored is started at the address of the other, and only stopped servers are exchanged.
  await client.query('insert into kept values (3)')
  await engine.stop('restored')
  const before = (await engine.networkAddress('source'))!
  await expect(engine.exchangeData('source', 'restored', 'first')).rejects.toMatchObject({
    code: 'not_ready',
  })
  await engine.stop('source')
  await engine.exchangeData('source', 'restored', 'first')
  // Once more is not once back.
  await engine.exchangeData('source', 'restored', 'first')
  expect(await numbersIn(await engine.start('source'))).toEqual([1, 1, 1, 2])
  expect(await engine.networkAddress('source')).toEqual(before)
  await engine.stop('source')
  await engine.exchangeData('source', 'restored', 'back')
  expect(await numbersIn(await engine.start('source'))).toEqual([1, 1, 1, 2, 3])
})

test('recovery to a time gets as much of a long log as it needs', async () => {
  const archive = await anArchive()
  const bytes = Buffer.alloc(SEGMENT_BYTES)
  const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
  for (const hour of [1, 2, 3, 4]) {
    const segment = segmentName(1, BigInt(hour * SEGMENT_BYTES))
    await storeSegment(archive, segment, { bytes, receivedAt: at(hour) })
  }
  const segmentsFor = async (until?: string) => {
    const log = archivedLog(archive, { timeline: 1, from: BigInt(SEGMENT_BYTES), ...(until && { until }) })
    const paths: string[] = []
    for await (const { path } of log) paths.push(path.slice(-1))
    return paths.join('')
  }
  expect(await segmentsFor()).toBe('1234')
  expect(await segmentsFor(at(2))).toBe('123')
  // A commit at that time may have been written minutes later.
  expect(await segmentsFor('2026-01-01T01:55:00.000Z')).toBe('123')
  expect(await segmentsFor('2026-01-01T01:45:00.000Z')).toBe('12')
  expect(await segmentsFor(at(9))).toBe('1234')
})

async function* piece(bytes: Buffer) {
  yield bytes
}
