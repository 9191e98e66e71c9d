import path from 'node:path'
import {
  BAN_MS,
  FAILURE_WINDOW_MS,
  FAILURES_UNTIL_BAN,
} from '@basalt/contract/network-access/network-access.rules.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  METADATA_SCHEMA,
  type Metadata,
  metadataOver,
  openMetadataPool,
} from '../../platform/metadata/metadata.ts'
import { migrate, readMigrations } from '../../platform/metadata/migrations.ts'
import { insertProjects } from '../../test/many-rows.ts'
import { networkBanStore } from './network-bans.store.ts'
import { networkBans, TRACKED_MAX } from './network-bans.ts'

let database: Awaited<ReturnType<typeof createThrowawayDatabase>>
let pool: pg.Pool
let metadata: Metadata
const projects: string[] = []
beforeAll(async () => {
  database = await createThrowawayDatabase()
  pool = openMetadataPool(database.url)
  const client = await pool.connect()
  await migrate(client, METADATA_SCHEMA, readMigrations(path.join(import.meta.dirname, '../../migrations')))
  client.release()
  metadata = metadataOver(pool)
  const { id } = await metadata
    .insertInto('organizations')
    .values({ name: 'Acme', slug: 'acme', plan: 'pro' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertProjects(metadata, id, 10)
  for (const { ref } of await metadata.selectFrom('projects').select('ref').execute()) projects.push(ref)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const ADDRESS = '192.0.2.1'

/** Two projects without failed logins, and a clock. */
function open() {
  const [one, other] = projects.splice(0, 2) as [string, string]
  let at = Date.UTC(2026, 0, 1)
  const begin = () =>
    networkBans({
      store: networkBanStore(metadata),
      now: () => new Date(at),
      log: (line) => expect.unreachable(line),
    })
  const bans = begin()
  return {
    one,
    other,
    bans,
    begin,
    fail: (times: number, address = ADDRESS) => {
      for (let count = 0; count < times; count += 1) bans.fail(one, address)
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

test('an address is banned from the project it tried, after the limit of wrong passwords and for a limited time', async () => {
  const { one, other, bans, begin, fail, pass } = open()
  fail(FAILURES_UNTIL_BAN - 1)
  expect(await bans.isBanned(one, ADDRESS)).toBe(false)
  fail(1)
  expect(await bans.isBanned(one, ADDRESS)).toBe(true)
  expect(await bans.isBanned(other, ADDRESS)).toBe(false)
  expect(await bans.isBanned(one, '192.0.2.2')).toBe(false)
  expect(await bans.list(one)).toEqual([
    {
      address: ADDRESS,
      failures: FAILURES_UNTIL_BAN,
      banned_at: '2026-01-01T00:00:00.000Z',
      until: '2026-01-01T00:30:00.000Z',
    },
  ])
  expect(await bans.list(other)).toEqual([])
  expect(await begin().isBanned(one, ADDRESS), 'after a restart').toBe(true)
  pass(BAN_MS)
  expect(await bans.isBanned(one, ADDRESS)).toBe(false)
  expect(await bans.list(one)).toEqual([])
})

test('a correct password or the passing of time clears the count', async () => {
  const { one, bans, fail, pass } = open()
  fail(FAILURES_UNTIL_BAN - 1)
  bans.succeed(one, ADDRESS)
  fail(FAILURES_UNTIL_BAN - 1)
  pass(FAILURE_WINDOW_MS)
  fail(1)
  expect(await bans.isBanned(one, ADDRESS)).toBe(false)
})

test('a lifted ban resets the count of its address', async () => {
  const { one, bans, fail } = open()
  fail(FAILURES_UNTIL_BAN)
  await bans.lift(one, [ADDRESS, 'never seen'])
  fail(1)
  expect(await bans.isBanned(one, ADDRESS)).toBe(false)
})

test('a login that names no project bans nobody', async () => {
  const { bans } = open()
  for (let count = 0; count < FAILURES_UNTIL_BAN; count += 1) bans.fail('nobody', ADDRESS)
  expect(await bans.isBanned('nobody', ADDRESS)).toBe(false)
})

test('the number of counted addresses is limited', async () => {
  const { one, bans, fail } = open()
  fail(FAILURES_UNTIL_BAN - 1)
  for (let count = 0; count < TRACKED_MAX; count += 1) bans.fail(one, `address ${count}`)
  fail(1)
  expect(await bans.isBanned(one, ADDRESS)).toBe(false)
})
