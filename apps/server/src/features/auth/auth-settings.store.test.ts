import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { METADATA_SCHEMA, metadataOver, openMetadataPool } from '../../platform/metadata/metadata.ts'
import { followSettings } from '../../platform/metadata/settings-changes.ts'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { newMetadataDatabase } from '../../test/metadata-database.ts'
import { authSettingsStore } from './auth-settings.store.ts'

/** Two server processes on one database of metadata. */

const key = randomBytes(32)
let database: Awaited<ReturnType<typeof newMetadataDatabase>>
let admin: pg.Client
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  database = await newMetadataDatabase()
  admin = new pg.Client({
    connectionString: database.url,
    options: `-c search_path=${METADATA_SCHEMA}`,
    application_name: 'test',
  })
  await admin.connect()
  // Projects, with everything that they need, do not matter here.
  await admin.query('alter table auth_settings drop constraint auth_settings_ref_fkey')
})
afterAll(async () => {
  for (const close of closing) await close()
  await admin.end()
  await database.drop()
})

function aProcess() {
  const pool = openMetadataPool(database.url)
  const changes = followSettings(database.url)
  closing.push(
    () => changes.close(),
    () => pool.end(),
  )
  return authSettingsStore(metadataOver(pool), secretsWith(key), changes)
}
const followers = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'basalt settings' and query ilike 'listen%'`,
  )
  return rows.map(({ pid }) => pid)
}

test('a process uses settings that another one changed, also after its connection was lost', async () => {
  const [one, other] = [aProcess(), aProcess()]
  const jwtOf = async (store: typeof one) => (await store.of('shop')).jwt_exp
  await waitFor(async () => (await followers()).length === 2)
  expect([await jwtOf(one), await jwtOf(other)]).toEqual([3600, 3600])
  await one.change('shop', { jwt_exp: 600 })
  expect(await jwtOf(one)).toBe(600)
  await waitFor(async () => (await jwtOf(other)) === 600)
  // Settings that a restore, or a person, writes count too.
  await admin.query(`update auth_settings set settings = settings || '{"jwt_exp": 700}'`)
  await waitFor(async () => (await jwtOf(one)) === 700 && (await jwtOf(other)) === 700)

  const before = await followers()
  for (const pid of before) await admin.query('select pg_terminate_backend($1)', [pid])
  await admin.query(`update auth_settings set settings = settings || '{"jwt_exp": 800}'`)
  await waitFor(async () => (await jwtOf(one)) === 800 && (await jwtOf(other)) === 800)
  expect((await followers()).filter((pid) => before.includes(pid))).toEqual([])
})

test('following ends at once while the database does not answer', async () => {
  const url = new URL(database.url)
  const sockets: Socket[] = []
  const frozen = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    sockets.push(client, upstream)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((listening) => frozen.listen(0, '127.0.0.1', listening))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    frozen.close()
  })
  const before = (await followers()).length
  const through = new URL(database.url)
  through.hostname = '127.0.0.1'
  through.port = String((frozen.address() as AddressInfo).port)
  const changes = followSettings(through.href)
  await waitFor(async () => (await followers()).length > before)
  for (const socket of sockets) socket.unpipe().pause()
  await changes.close()
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false])
})

test('what only tells that a key was used is not announced', async () => {
  const heard: (string | undefined)[] = []
  const listener = new pg.Client({
    connectionString: database.url,
    options: `-c search_path=${METADATA_SCHEMA}`,
  })
  await listener.connect()
  closing.push(() => listener.end())
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen basalt_settings')
  await listener.query('alter table legacy_keys drop constraint legacy_keys_ref_fkey')
  await listener.query(`insert into legacy_keys (ref) values ('shop')`)
  await listener.query(`update legacy_keys set last_used_at = now()`)
  await listener.query(`update legacy_keys set are_enabled = false`)
  await listener.query(`delete from legacy_keys`)
  await waitFor(() => heard.length >= 3)
  expect(heard).toEqual(['keys shop', 'keys shop', 'keys shop'])
})
