import path from 'node:path'
import { takeBackup } from '@basalt/backups/take-backup.ts'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { openEngine, PASSWORD, SUPERUSER } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import { temporaryDirectory } from '@basalt/postgres-supervisor/temporary-directory.fixture.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { INSTALLATION_FOLDER, LOG_SLOT } from '../features/installation-backups/installation-backups.rules.ts'
import { metadataLog } from '../features/installation-backups/metadata-log.ts'
import { metadataOver, openMetadataPool } from '../platform/metadata/metadata.ts'
import { restoreMetadata } from './restored-metadata.ts'

const STATEMENT_TIMEOUT_MS = 30_000

/** A metadata database whose log is received, and a backup of it. */
async function aBackedUpDatabase() {
  const { engine } = await openEngine({ settings: { fsync: 'off', summarize_wal: 'on' } })
  await engine.create('metadata', { superuserPassword: PASSWORD })
  const { host, port } = await engine.start('metadata')
  const login = { host, port, user: SUPERUSER, password: PASSWORD }
  const pool = openMetadataPool(
    `postgresql://${SUPERUSER}:${encodeURIComponent(PASSWORD)}@${host}:${port}/postgres`,
  )
  onTestFinished(() => pool.end())
  const backups = memoryBlobStore()
  const errors: Error[] = []
  const log = metadataLog({
    login,
    metadata: metadataOver(pool, STATEMENT_TIMEOUT_MS, () => undefined),
    backups,
    folder: path.join(await temporaryDirectory(), 'log'),
    reportBehind: async () => undefined,
    now: () => new Date(),
    onError: (error) => errors.push(error as Error),
  })
  onTestFinished(() => log.close())
  await pool.query('create schema basalt; create table accounts (name text)')
  await log.start()
  const take = (id: string) =>
    takeBackup({
      login: { ...login, applicationName: 'basalt backup' },
      store: backups,
      folder: INSTALLATION_FOLDER,
      id,
    })
  const index = await take('first')
  const said: string[] = []
  /** The names in a database that is made from what the store has: the machine is another one. */
  const restored = async (archive: string | undefined, from = index) => {
    const dataDir = await temporaryDirectory()
    await engine.destroy('restored')
    await restoreMetadata(
      { store: backups, index: from, log: archive, dataDir, print: (line) => said.push(line) },
      (options) => engine.restore('restored', { ...options, superuserPassword: PASSWORD }),
    )
    const endpoint = await engine.start('restored')
    const client = new pg.Client({ ...login, port: endpoint.port, database: 'postgres' })
    await client.connect()
    const { rows } = await client.query('select name from basalt.accounts order by name')
    await client.end()
    return rows.map(({ name }) => name)
  }
  const received = async () => {
    const { rows } = await pool.query('select clock_timestamp() as at')
    await waitFor(async () => ((await log.until()) ?? '') > new Date(rows[0].at).toISOString())
  }
  return { pool, log, backups, index, take, restored, received, said, errors }
}

test('metadata are restored to the last seconds, without their log when that is damaged, and from a new archive when a log was lost', async () => {
  const { pool, log, backups, index, take, restored, received, said, errors } = await aBackedUpDatabase()
  const first = (await log.present())!
  await pool.query("insert into accounts values ('ann')")
  await received()

  // Its server loses the slot: what comes next belongs to another archive.
  await pool.query(
    `select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = '${LOG_SLOT}' and active`,
  )
  await waitFor(() =>
    pool
      .query(`select pg_drop_replication_slot('${LOG_SLOT}')`)
      .then(({ rows }) => rows.length === 1)
      .catch(() => false),
  )
  await waitFor(async () => (await log.present()) !== first)
  expect(errors.some(({ message }) => /slot is gone|cannot be continued/.test(message))).toBe(true)
  await waitFor(async () => {
    const { rows } = await pool.query('select active from pg_replication_slots')
    return rows.length === 1 && rows[0].active
  })
  const second = await take('second')
  await pool.query("insert into accounts values ('bob')")
  await received()
  await log.close()
  expect(await restored(await log.present(), second)).toEqual(['ann', 'bob'])
  expect(await restored(undefined, second)).toEqual(['ann'])
  // Its own archive ends where the slot was lost.
  expect(await restored(first, index)).toEqual(['ann'])
  expect(said).toEqual([])

  const folder = `installation-log/${await log.present()}`
  for await (const { key } of backups.list(folder))
    await backups.write(
      key,
      (async function* () {
        yield Buffer.from('damaged')
      })(),
    )
  expect(await restored(await log.present(), second)).toEqual(['ann'])
  expect(said).toEqual([expect.stringContaining('What was changed after that backup is lost')])
})
