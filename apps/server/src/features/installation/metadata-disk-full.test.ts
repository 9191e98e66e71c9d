import { randomBytes, randomUUID } from 'node:crypto'
import { getHealth, getLiveness, getReadiness } from '@basalt/contract/installation/installation.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import {
  getProject,
  listProjects,
  pauseProject,
  updateProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { createSnippet, listSnippets } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { NO_SMALL_DISK, type SmallDisk, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { type OwnMetadata, startOwnMetadata } from '../../test/own-metadata.ts'
import { anOrganization, aProject, type Person, personWith, reaches, signUp } from '../../test/people.ts'

const WATCH_INTERVAL_MS = 100
const DISK_FULL = '53100'

/** A direct connection to the metadata. */
async function connect({ url }: OwnMetadata) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=basalt' })
  // A server that stops takes the connection with it.
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Updates every row of the table until there is no space for another version of it. */
async function fillPages(client: pg.Client, table: string, column: string) {
  for (;;) {
    const error = await client.query(`update ${table} set ${column} = ${column}`).then(
      () => undefined,
      (reason: { code?: string }) => reason,
    )
    if (!error) continue
    expect(error.code).toBe(DISK_FULL)
    return
  }
}

async function openOn(disk: SmallDisk) {
  const stack = new AsyncDisposableStack()
  const metadata = stack.use(await startOwnMetadata(disk.path))
  const base = stack.use(await newBase())
  const fixture = stack.use(
    await openAppOn(
      { ...base, databaseUrl: metadata.url },
      {
        metadataDisk: metadata.disk,
        watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS },
      },
    ),
  )
  const owner = await signUp(fixture)
  const visitor = personWith(fixture.app, '', { host: 'localhost:80', origin: 'http://localhost:80' })
  fixture.watch.start()
  return {
    metadata,
    fixture,
    owner,
    visitor,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const queryIn = (owner: Person, ref: string, query: string) =>
  owner.call(runQuery, { params: { ref }, body: { query } })

const saveSnippet = (owner: Person, ref: string, sql: string) => {
  const id = randomUUID()
  const content = { schema_version: '1.0', content_id: id, sql }
  const body = { id, name: 'Saved', description: '', type: 'sql', visibility: 'user', content }
  return owner.call(createSnippet, { params: { ref }, body })
}

async function isUnhealthyWith(visitor: Person, message: string) {
  for (const endpoint of [getHealth, getReadiness])
    expect(await visitor.call(endpoint)).toMatchObject({
      status: 503,
      body: { code: 'instance_unavailable', message },
    })
  expect((await visitor.call(getLiveness)).status).toBe(200)
}

test('while the disk of the metadata is full, reads and projects work, writes report it, and everything recovers', async ({
  skip,
}) => {
  await using disk = await smallDisk('300m')
  if (!disk) return skip(NO_SMALL_DISK)
  await using opened = await openOn(disk)
  const { metadata, fixture, owner, visitor } = opened
  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  const { ref: sleeping } = await aProject(owner, organization)
  for (const each of [ref, sleeping]) await reaches(owner, each, 'ACTIVE_HEALTHY')
  await queryIn(owner, ref, 'create table public.kept as select 7 as n; grant select on public.kept to anon')
  const keys = (await owner.call(listApiKeys, { params: { ref }, query: { reveal: true } })).body
  const publishable = keys.find(({ type }) => type === 'publishable')!.api_key!
  expect((await owner.call(putToSleep, { params: { ref: sleeping } })).status).toBe(200)
  {
    await using reading = await connect(metadata)
    await using writing = await connect(metadata)
    // A snapshot that keeps old row versions from being reused.
    await reading.query('begin isolation level repeatable read')
    await reading.query('select count(*) from projects')
    await writing.query("update sessions set last_used_at = now() - interval '1 day'")
    disk.fill()
    await fillPages(writing, 'sessions', 'last_used_at')
    await fillPages(writing, 'api_keys', 'last_used_at')
    await fillPages(writing, 'projects', 'status')

    expect((await owner.call(listProjects)).status).toBe(200)
    expect((await owner.call(listSnippets, { params: { ref }, query: {} })).status).toBe(200)
    expect((await queryIn(owner, ref, 'select n from kept')).body).toEqual([{ n: 7 }])
    expect((await queryIn(owner, sleeping, 'select 8 as n')).body).toEqual([{ n: 8 }])
    const rows = await fixture.app.inject({
      url: `/p/${ref}/rest/v1/kept`,
      headers: { apikey: publishable },
    })
    expect([rows.statusCode, rows.json()]).toEqual([200, [{ n: 7 }]])

    const full = {
      status: 507,
      body: {
        code: 'storage_full',
        message: 'The disk of this Basalt is full. Free some space and try again.',
      },
    }
    expect(await saveSnippet(owner, ref, randomBytes(300_000).toString('hex'))).toMatchObject(full)
    const name = 'A name that takes more room than the one before'
    expect(await owner.call(updateProject, { params: { ref }, body: { name } })).toMatchObject(full)
    expect((await owner.call(getProject, { params: { ref } })).body.name).toBe('Shop')
    await isUnhealthyWith(
      visitor,
      'The metadata database cannot write because its disk is full. Free some space and it will recover.',
    )
  }

  disk.makeRoom()
  await waitFor(async () => (await visitor.call(getHealth)).status === 200)
  await waitFor(async () => (await saveSnippet(owner, ref, 'select 1')).status === 201)
  await waitFor(async () => {
    await queryIn(owner, sleeping, 'select 8 as n')
    return (await owner.call(getProject, { params: { ref: sleeping } })).body.asleep_since === null
  })
  for (const each of [ref, sleeping]) {
    expect((await owner.call(pauseProject, { params: { ref: each } })).status).toBe(200)
    await reaches(owner, each, 'INACTIVE')
  }
})

test('when a full disk stops the metadata database, health says why, and it recovers', async ({ skip }) => {
  await using disk = await smallDisk('300m')
  if (!disk) return skip(NO_SMALL_DISK)
  await using opened = await openOn(disk)
  const { metadata, owner, visitor } = opened
  const organization = await anOrganization(owner)
  const isDown =
    'The metadata database is down because its disk is full. Free some space and it will recover.'
  disk.fill()
  {
    await using client = await connect(metadata)
    // PostgreSQL cannot continue without room for the next WAL segment.
    const switching = async () => {
      for (;;) {
        await client.query("select pg_logical_emit_message(true, 'test', 'a record')")
        await client.query('select pg_switch_wal()')
      }
    }
    await expect(switching()).rejects.toThrow()
  }
  // The space that the stopped server freed is filled too, so that it cannot start.
  await waitFor(async () => {
    disk.fill()
    expect(await visitor.call(getHealth)).toMatchObject({ status: 503, body: { message: isDown } })
    return true
  })
  await isUnhealthyWith(visitor, isDown)
  expect((await owner.call(listProjects)).status).toBe(503)

  disk.makeRoom()
  await waitFor(async () => (await visitor.call(getHealth)).status === 200)
  expect((await owner.call(listProjects)).status).toBe(200)
  await aProject(owner, organization)
})
