import { readdirSync } from 'node:fs'
import path from 'node:path'
import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { dieAt, nothingRunsOn } from '../../test/killed-server.ts'
import { PASSWORD, signInAs } from '../../test/people.ts'
import { databasesOf } from '../../test/spare-branch.ts'

/** Starts the next server, and returns which tables parent and branch have, once nothing changes any more. */
async function afterRestart(base: TestBase) {
  await using fixture = await openAppOn(base)
  await fixture.lifecycle.markStopped()
  const resumed = fixture.lifecycle.resume()
  fixture.startFeatures(resumed)
  await resumed
  const owner = await signInAs(fixture, 'owner@example.com', PASSWORD)
  const [shop] = (await owner.call(listProjects)).body
  const branches = async () =>
    (await owner.call(listBranches, { params: { ref: shop!.ref }, query: {} })).body
  await waitFor(async () =>
    (await branches()).every(({ status }) => status === 'ACTIVE_HEALTHY' || status === 'INIT_FAILED'),
  )
  const tablesOf = async (ref: string) => {
    const query = "select relname from pg_class where relname in ('kept', 'own') order by 1"
    const { body } = await owner.call(runQuery, { params: { ref }, body: { query } })
    return (body as { relname: string }[]).map(({ relname }) => relname)
  }
  const states = await branches()
  const { socket, port } = (await fixture.engine.endpoint(shop!.ref))!
  const client = new pg.Client({
    host: socket!,
    port,
    user: 'basalt_admin',
    password: await fixture.secretsOf.read(shop!.ref, 'superuser_password'),
    database: 'postgres',
  })
  await client.connect()
  const { rows: slots } = await client.query('select from pg_replication_slots')
  await client.end()
  return {
    tables: Object.fromEntries(
      await Promise.all(states.map(async ({ name, project_ref }) => [name, await tablesOf(project_ref)])),
    ),
    statuses: states.map(({ status }) => status),
    slots: slots.length,
  }
}

const whole = { main: ['kept'], feature: ['kept'] }

test.each(sampleOf(['after copy', 'COMING_UP', 'after start'], 1))(
  'a branch whose server is killed at "%s" while creating it is whole with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'create-branch', moment)
    expect(await afterRestart(base)).toMatchObject({
      tables: whole,
      statuses: ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'],
      slots: 0,
    })
    await nothingRunsOn(base)
  },
)

test('nothing is left of a branch that was being prepared when its server was killed', async () => {
  await using base = await newBase()
  await dieAt(base, 'prepare-branch', 'after prepareCopy')
  const { tables, slots } = await afterRestart(base)
  expect({ tables, slots }).toEqual({ tables: { main: ['kept'] }, slots: 0 })
  expect(readdirSync(path.join(base.root, 'instances/unfinished'))).toEqual([])
  await nothingRunsOn(base)
})

test.each(sampleOf(['after copy', 'before copy', 'after start'], 1))(
  'a branch whose server is killed at "%s" while it takes over what was prepared is whole with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'prepare-branch', moment)
    expect(await afterRestart(base)).toMatchObject({
      tables: whole,
      statuses: ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'],
      slots: 0,
    })
    await nothingRunsOn(base)
  },
)

test('nothing is left of a spare branch when its server is killed', async () => {
  await using base = await newBase()
  await dieAt(base, 'spare-branch', 'after copy')
  const { tables, slots } = await afterRestart(base)
  expect({ tables, slots }).toEqual({ tables: { main: ['kept'] }, slots: 0 })
  expect(databasesOf(base)).toHaveLength(1)
  await nothingRunsOn(base)
})

test.each(sampleOf(['before claim', 'after claim', 'after start', 'ACTIVE_HEALTHY'], 1))(
  'a branch whose server is killed at "%s" while it takes over the spare one is whole with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'spare-branch', moment)
    expect(await afterRestart(base)).toMatchObject({
      tables: whole,
      statuses: ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'],
      slots: 0,
    })
    expect(databasesOf(base)).toHaveLength(2)
    await nothingRunsOn(base)
  },
)

test.each(sampleOf(['after restore', 'before restore', 'COMING_UP', 'after start', 'after synced'], 1))(
  'a branch of a past moment whose server is killed at "%s" while creating it is whole with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'past-branch', moment)
    expect(await afterRestart(base)).toMatchObject({
      tables: whole,
      statuses: ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'],
      slots: 0,
    })
    await nothingRunsOn(base)
  },
)

test.each(sampleOf(['after copy', 'before copy'], 1))(
  'a branch whose server is killed at "%s" while resetting it has what its source has',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'reset-branch', moment)
    expect(await afterRestart(base)).toMatchObject({ tables: whole, slots: 0 })
    await nothingRunsOn(base)
  },
)

test.each(sampleOf(['after destroy', 'GOING_DOWN'], 1))(
  'a branch whose server is killed at "%s" while deleting it is gone with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'delete-branch', moment)
    expect(await afterRestart(base)).toMatchObject({ tables: { main: ['kept'] }, slots: 0 })
    await nothingRunsOn(base)
  },
)

test('a branch whose server is killed while its schema is still being read can be merged with the next server', async () => {
  await using base = await newBase()
  await dieAt(base, 'create-branch', 'ACTIVE_HEALTHY')
  await using fixture = await openAppOn(base)
  await fixture.lifecycle.markStopped()
  const resumed = fixture.lifecycle.resume()
  fixture.startFeatures(resumed)
  await resumed
  const owner = await signInAs(fixture, 'owner@example.com', PASSWORD)
  const [shop] = (await owner.call(listProjects)).body
  const listed = await owner.call(listBranches, { params: { ref: shop!.ref }, query: {} })
  const { project_ref: ref } = listed.body.find(({ is_default }) => !is_default)!
  const request = await owner.call(createMergeRequest, {
    params: { ref },
    body: { title: 'Add a table', tables: [] },
  })
  expect(request.status, JSON.stringify(request.body)).toBe(201)
  const changesOf = () => owner.call(getMergeChanges, { params: { ref, id: request.body.id } })
  // It waits for the schema.
  expect(await changesOf()).toMatchObject({ status: 200, body: { statements: [] } })
  await owner.call(runQuery, { params: { ref }, body: { query: 'create table added (id int primary key)' } })
  const { body: changes } = await changesOf()
  expect(changes).toMatchObject({ rows_refusal: null, conflicts: [] })
  expect(changes.statements.map(({ sql }) => sql).join(';')).toMatch(/create table .*added/i)
})
