import { oldestRunningXidOf } from '@basalt/postgres-supervisor/cluster/control-file.ts'
import { expect, test } from 'vitest'
import { aServer, connected, readingOf } from './backups.fixture.ts'
import { takeBackup } from './take-backup.ts'
import { anArchive, FOLDER, isReceived, receiving, restoreTo, SLOT } from './wal-archive.fixture.ts'

test('restoring tells which transactions the database has in common with the one that was backed up', async () => {
  const { engine, endpoint, login } = await aServer()
  const archive = await anArchive()
  const [main, early, late] = await Promise.all([endpoint, endpoint, endpoint].map(connected))
  await main!.query(`select pg_create_physical_replication_slot('${SLOT}', true)`)
  await main!.query('create table written (by text)')
  const receiver = receiving(endpoint, archive)
  const write = async (client: typeof main, by: string) => {
    await client!.query('insert into written values ($1)', [by])
    const { rows } = await client!.query<{ id: string }>('select pg_current_xact_id()::text as id')
    return rows[0]!.id
  }
  const committed = async (by: string) => {
    await main!.query('begin')
    const id = await write(main, by)
    await main!.query('commit')
    return id
  }
  /** Runs from before the backup until after the moment. */
  await early!.query('begin')
  const running = await write(early, 'running')
  await takeBackup({
    login,
    beginReading: readingOf(engine),
    store: archive.store,
    folder: FOLDER,
    id: 'one',
    base: undefined,
  })
  const before = await committed('before')
  // It has an id, of which the log says nothing yet.
  await late!.query('begin')
  const { rows: assigned } = await late!.query<{ id: string }>('select pg_current_xact_id()::text as id')
  const last = await committed('last')
  const { rows: places } = await main!.query<{ lsn: string }>(
    'select pg_current_wal_insert_lsn()::text as lsn',
  )
  const { lsn } = places[0]!
  await early!.query('commit')
  await write(late, 'late')
  await late!.query('commit')
  const after = await committed('after')
  const { rows: ends } = await main!.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await isReceived(archive, ends[0]!.lsn)
  await receiver.stop()

  const facts = await restoreTo(engine, 'restored', {
    archive,
    backup: 'one',
    until: { beforeLsn: lsn },
  })
  expect(BigInt(facts.oldestRunningXid)).toBeLessThanOrEqual(BigInt(running))
  expect(BigInt(facts.nextXid)).toBeGreaterThan(BigInt(last))
  expect(BigInt(facts.nextXid)).toBeLessThanOrEqual(BigInt(after))
  const restored = await connected(await engine.start('restored'))
  const { rows } = await restored.query<{ id: string }>(
    `select id::text from generate_series($1::numeric, $2::numeric - 1) id
      where pg_xact_status(id::text::xid8) is distinct from 'committed'`,
    [facts.oldestRunningXid, facts.nextXid],
  )
  const uncommitted = rows.map(({ id }) => id)
  expect(uncommitted).toContain(running)
  expect(uncommitted).toContain(assigned[0]!.id)
  expect(uncommitted).not.toContain(before)
  expect(uncommitted).not.toContain(last)
  expect((await restored.query('select by from written order by by')).rows).toEqual([
    { by: 'before' },
    { by: 'last' },
  ])
})

test('the control file is read as its server reads it', async () => {
  const { engine, endpoint, dataDir } = await aServer()
  const client = await connected(endpoint)
  const holder = await connected(endpoint)
  await holder.query('begin; create table held (n int)')
  await client.query('checkpoint')
  const { rows } = await client.query<{ oldest: string }>(
    'select oldest_active_xid::text as oldest from pg_control_checkpoint()',
  )
  const data = `${dataDir}/instances/source/data`
  expect(await oldestRunningXidOf(data)).toBe(rows[0]!.oldest)
  await holder.query('rollback')
  await engine.stop('source')
  // No server ran any more at its last checkpoint.
  expect(BigInt(await oldestRunningXidOf(data))).toBeGreaterThan(BigInt(rows[0]!.oldest))
})
