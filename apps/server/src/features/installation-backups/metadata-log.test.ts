import path from 'node:path'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { openEngine, PASSWORD, SUPERUSER } from '@basalt/postgres-supervisor/embedded/engine.fixture.ts'
import { temporaryDirectory } from '@basalt/postgres-supervisor/temporary-directory.fixture.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'
import { metadataOver, openMetadataPool } from '../../platform/metadata/metadata.ts'
import { LOG_BEHIND_MS } from './installation-backups.rules.ts'
import { metadataLog } from './metadata-log.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const PART_MS = 50

/** A log of the metadata whose store can be broken, and whose clock can be ahead. */
async function aLog() {
  const { engine } = await openEngine()
  await engine.create('metadata', { superuserPassword: PASSWORD })
  const { host, port } = await engine.start('metadata')
  const login = { host, port, user: SUPERUSER, password: PASSWORD }
  const pool = openMetadataPool(
    `postgresql://${SUPERUSER}:${encodeURIComponent(PASSWORD)}@${host}:${port}/postgres`,
  )
  onTestFinished(() => pool.end())
  const store = memoryBlobStore()
  const state = { aheadMs: 0, writing: async (_key: string) => {}, refuses: false }
  const reports: string[] = []
  const errors: string[] = []
  const log = metadataLog({
    login,
    metadata: metadataOver(pool, STATEMENT_TIMEOUT_MS, () => undefined),
    backups: {
      ...store,
      async write(key, body) {
        await state.writing(key)
        return store.write(key, body)
      },
    },
    folder: path.join(await temporaryDirectory(), 'log'),
    partMs: PART_MS,
    async reportBehind(failure) {
      if (state.refuses) throw new Error('The metadata are down')
      reports.push(failure)
    },
    now: () => new Date(Date.now() + state.aheadMs),
    onError: (error) => errors.push((error as Error).message),
  })
  onTestFinished(() => log.close())
  await log.start()
  return {
    log,
    state,
    reports,
    errors,
    write: () => pool.query('select pg_switch_wal()'),
    change: () => pool.query("select pg_logical_emit_message(true, 'basalt', 'a change')"),
  }
}

test('a log of the metadata that cannot be stored for a while is reported once with the reason, and again the next time', async () => {
  const { log, state, reports, errors, write, change } = await aLog()
  await waitFor(async () => (await log.until()) !== undefined)
  const fail = async () => {
    state.writing = async () => {
      throw new Error('The bucket is gone')
    }
    await write()
    await waitFor(() => errors.includes('The bucket is gone'))
    state.aheadMs = LOG_BEHIND_MS + 10_000
  }
  await fail()
  // Nobody can be told yet, so it is tried again.
  state.refuses = true
  await waitFor(() => errors.includes('The metadata are down'))
  state.refuses = false
  await waitFor(() => reports.length === 1)
  expect(reports).toEqual(['The bucket is gone'])

  state.aheadMs = 0
  errors.length = 0
  // The log is stored in one part after the other: with the third, the second has been noted as stored.
  const parts = new Set<string>()
  state.writing = async (key) => void (key.includes('/part_') && parts.add(key))
  await waitFor(async () => {
    await change()
    return parts.size >= 3
  })
  await fail()
  await waitFor(() => reports.length === 2)
})

test('a store that does not respond is reported too', async () => {
  const { state, reports, write } = await aLog()
  const hang = Promise.withResolvers<void>()
  onTestFinished(() => hang.resolve())
  state.writing = () => hang.promise
  await write()
  state.aheadMs = LOG_BEHIND_MS + 10_000
  await waitFor(() => reports.length === 1)
  expect(reports[0]).toMatch(/does not respond/)
})
