import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { deleteProject, pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  listDatabaseStates,
  removeReplica,
  restartReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { REPLICAS_MAX, replicaSteps } from '@basalt/contract/replicas/replicas.rules.ts'
import { countRows, listEntities, listRows } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { exportTable } from '@basalt/contract/table-transfer/table-transfer.endpoints.ts'
import { replicationName } from '@basalt/postgres-supervisor/replica-on-primary.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, newBase, openApp, openAppOn } from '../../test/app-fixture.ts'
import { dataOf } from '../../test/broken-database.ts'
import {
  aMember,
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
let ref: string
let region: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  region = fixture.config.region
  ref = await healthyProject()
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function healthyProject() {
  const project = await aProject(owner, organization)
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  return project.ref
}

const statesOf = async (of = ref, person = owner) =>
  (await person.call(listDatabaseStates, { params: { ref: of } })).body
const stateOf = async (identifier: string, of = ref, person = owner) =>
  (await statesOf(of, person)).find((state) => state.identifier === identifier)

/** A replica that answers. */
async function aReplica(of = ref): Promise<string> {
  const { status, body } = await owner.call(setUpReplica, {
    params: { ref: of },
    body: { read_replica_region: region },
  })
  expect(status).toBe(201)
  await waitFor(async () => (await stateOf(body.identifier, of))?.status === 'ACTIVE_HEALTHY')
  return body.identifier
}

const ask = async (query: string, database?: string, of = ref) =>
  owner.call(runQuery, { params: { ref: of }, body: { query, ...(database && { database }) } })

/** What the primary itself has of replicas. */
async function onPrimary(sql: string, of = ref, database = of) {
  const { socket, host, port } = (await fixture.engine.endpoint(database))!
  const password = await fixture.secretsOf.read(of, 'superuser_password')
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
const slots = (of = ref) => onPrimary('select slot_name from pg_replication_slots', of)
const roles = (of = ref) => onPrimary("select from pg_roles where rolname like 'basalt_replica%'", of)

describe('a project with a replica', () => {
  let replica: string
  beforeAll(async () => {
    await ask('create table kept as select 1 as n')
    replica = await aReplica()
  })

  test('has a row for it with every step and its time, and its lag', async () => {
    const state = (await stateOf(replica))!
    expect(state.replicaInitializationStatus).toMatchObject({
      status: 'completed',
      progress: '6_completed',
      error: null,
    })
    expect(Object.keys(state.replicaInitializationStatus!.reached).sort()).toEqual([...replicaSteps].sort())
    await waitFor(async () => (await stateOf(replica))!.lag?.bytes === 0)
  })

  test('reads there what was written on the primary, and is refused writes', async () => {
    await ask('insert into kept values (2)')
    await waitFor(
      async () =>
        JSON.stringify((await ask('select n from kept order by n', replica)).body) === '[{"n":1},{"n":2}]',
    )
    expect(await ask('insert into kept values (3)', replica)).toMatchObject({
      status: 400,
      body: { code: 'sql_failed', sqlstate: '25006' },
    })
  })

  test('reads rows of tables there, as the table editor does', async () => {
    await ask('create table pages as select 1 as n')
    await waitFor(async () => (await ask('select from pages', replica)).status === 200)
    const { body: found } = await owner.call(listEntities, { params: { ref }, query: { search: 'pages' } })
    const params = { ref, oid: String(found.entities[0]!.id) }
    const rowsOf = async (query: Record<string, unknown>) =>
      (await owner.call(listRows, { params, query })).body.rows.length
    const countOf = async (query: Record<string, unknown>) =>
      (await owner.call(countRows, { params, query: { exact: true, ...query } })).body.count
    // What is written now does not reach the replica.
    await onPrimary('select pg_wal_replay_pause()', ref, replica)
    await ask('insert into pages values (2)')
    expect([await rowsOf({}), await countOf({})]).toEqual([2, 2])
    const database = replica
    expect([await rowsOf({ database }), await countOf({ database })]).toEqual([1, 1])
    const exported = async (body: Record<string, unknown>) =>
      (await owner.call(exportTable, { params, body: { format: 'csv', ...body } })).body
    expect([await exported({}), await exported({ database })]).toEqual(['n\r\n1\r\n2\r\n', 'n\r\n1\r\n'])
    await onPrimary('select pg_wal_replay_resume()', ref, replica)
    await waitFor(async () => (await rowsOf({ database })) === 2)
    const unknown = await owner.call(listRows, { params, query: { database: 'nothing' } })
    expect(unknown).toMatchObject({ status: 404 })
    const file = await owner.call(exportTable, { params, body: { format: 'csv', database: 'nothing' } })
    expect(file).toMatchObject({ status: 404 })
  })

  test('shows its connection string, which the check dials', async () => {
    const { body: databases } = await owner.call(listDatabases, { params: { ref } })
    const own = databases.find(({ identifier }) => identifier === replica)!
    expect(own).toMatchObject({ database_type: 'READ_REPLICA', status: 'ACTIVE_HEALTHY' })
    expect(own.db_port).not.toBe(databases[0]!.db_port)
    const { body } = await owner.call(checkConnection, { params: { ref, identifier: replica } })
    expect(body).toMatchObject({ reached: true, role: 'postgres' })
  })

  test('stops it when it is paused, and starts it when it is restored', async () => {
    await owner.call(pauseProject, { params: { ref } })
    await reaches(owner, ref, 'INACTIVE')
    await waitFor(async () => !(await fixture.engine.endpoint(replica)))
    await owner.call(restoreProject, { params: { ref } })
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await waitFor(async () => (await fixture.engine.endpoint(replica)) !== undefined)
    expect((await ask('select 1 as one', replica)).body).toEqual([{ one: 1 }])
  })

  test('restarts it', async () => {
    const started = async () => (await ask('select pg_postmaster_start_time()::text as at', replica)).body
    const before = await started()
    await owner.call(restartReplica, { params: { ref, identifier: replica } })
    await waitFor(async () => (await stateOf(replica))?.status === 'ACTIVE_HEALTHY')
    expect(await started()).not.toEqual(before)
  })

  test('builds it again when the primary no longer has the log that it needs', async () => {
    await fixture.engine.stop(replica)
    await waitFor(
      async () => (await onPrimary('select from pg_replication_slots where not active')).length === 1,
    )
    await onPrimary(`alter system set max_slot_wal_keep_size = '1MB'`)
    await onPrimary('select pg_reload_conf()')
    for (let segment = 0; segment < 3; segment += 1)
      await onPrimary("select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))")
    await onPrimary('checkpoint')
    expect(await onPrimary('select wal_status from pg_replication_slots')).toEqual([{ wal_status: 'lost' }])
    await onPrimary('alter system reset all')
    await onPrimary('select pg_reload_conf()')
    await fixture.replicas.reconcile()
    await waitFor(async () => (await stateOf(replica))?.status === 'ACTIVE_HEALTHY')
    expect(await onPrimary('select wal_status from pg_replication_slots')).toEqual([
      { wal_status: 'reserved' },
    ])
    expect((await ask('select n from kept order by n', replica)).body).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('builds it again when power failed before it was on disk', async () => {
    await owner.call(pauseProject, { params: { ref } })
    await reaches(owner, ref, 'INACTIVE')
    await waitFor(async () => (await fixture.engine.endpoint(replica)) === undefined)
    const folder = path.dirname(dataOf(fixture, replica))
    await writeFile(path.join(folder, 'unsynced'), 'another boot of this machine')
    await rm(path.join(folder, 'data/base'), { recursive: true })
    await owner.call(restoreProject, { params: { ref } })
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await waitFor(async () => (await stateOf(replica))?.status === 'ACTIVE_HEALTHY')
    expect((await ask('select n from kept order by n', replica)).body).toEqual([{ n: 1 }, { n: 2 }])
    expect((await slots()).length).toBe(1)
  })

  test('keeps nothing of it once it is removed', async () => {
    await owner.call(removeReplica, { params: { ref }, body: { database_identifier: replica } })
    await waitFor(async () => (await statesOf()).length === 1)
    expect(await fixture.engine.exists(replica)).toBe(false)
    expect([await slots(), await roles()]).toEqual([[], []])
    expect(await ask('select 1', replica)).toMatchObject({ status: 404 })
  })
})

test('a deleted project takes its replicas along', async () => {
  const other = await healthyProject()
  const replica = await aReplica(other)
  await owner.call(deleteProject, { params: { ref: other } })
  await waitFor(async () => !(await fixture.engine.exists(replica)) && !(await fixture.engine.exists(other)))
  const rows = () => fixture.metadata.selectFrom('replicas').select('ref').where('ref', '=', other).execute()
  await waitFor(async () => (await rows()).length === 0)
})

test('a set-up that fails says at which step and why, and leaves nothing on the primary', async () => {
  // A copy takes one, and the replica another.
  await onPrimary(
    `select pg_create_physical_replication_slot('taken_' || n)
     from generate_series(1, current_setting('max_replication_slots')::int - 1) n`,
  )
  const { body } = await owner.call(setUpReplica, { params: { ref }, body: { read_replica_region: region } })
  await waitFor(async () => (await stateOf(body.identifier))?.status === 'INIT_READ_REPLICA_FAILED')
  expect((await stateOf(body.identifier))!.replicaInitializationStatus).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Failed to initiate replica: All replication slots/),
  })
  expect(await fixture.engine.exists(body.identifier)).toBe(false)
  expect(await roles()).toEqual([])
  await onPrimary('select pg_drop_replication_slot(slot_name) from pg_replication_slots')
  // As a set-up leaves a primary that was down when it failed.
  await onPrimary(`select pg_create_physical_replication_slot('${replicationName(body.identifier)}', true)`)
  await onPrimary(`create role ${replicationName(body.identifier)}`)
  await fixture.replicas.reconcile()
  await waitFor(async () => (await slots()).length === 0 && (await roles()).length === 0)
  await owner.call(removeReplica, { params: { ref }, body: { database_identifier: body.identifier } })
  await waitFor(async () => (await statesOf()).length === 1)
})

test('what cannot be is refused in words', async () => {
  const set = (person: Person, body: object = { read_replica_region: region }, of = ref) =>
    person.call(setUpReplica, { params: { ref: of }, body })
  expect(await set(owner, { read_replica_region: 'Elsewhere' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  const reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  expect(await set(reader)).toMatchObject({ status: 403 })
  const unknown = { params: { ref }, body: { database_identifier: 'nothing' } }
  expect(await owner.call(removeReplica, unknown)).toMatchObject({ status: 404 })
  expect(await owner.call(restartReplica, { params: { ref, identifier: ref } })).toMatchObject({
    status: 404,
  })
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'free' } })
  expect(await set(owner)).toMatchObject({ status: 403 })
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'pro' } })
  const asked = await Promise.all(Array.from({ length: REPLICAS_MAX + 2 }, () => set(owner)))
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
})

test('a replica that the server was setting up when it was killed is set up by the next one', async () => {
  await using base = await newBase()
  const first = await openAppOn(base)
  const person = await signUp(first)
  const project = await aProject(person, await anOrganization(person))
  await reaches(person, project.ref, 'ACTIVE_HEALTHY')
  const { body } = await person.call(setUpReplica, {
    params: { ref: project.ref },
    body: { read_replica_region: region },
  })
  await first[Symbol.asyncDispose]()
  await using second = await openAppOn(base)
  const again = await signInAs(second, person.email, PASSWORD)
  await second.lifecycle.markStopped()
  const resumed = second.lifecycle.resume()
  second.startFeatures(resumed)
  await resumed
  await waitFor(async () => (await stateOf(body.identifier, project.ref, again))?.status === 'ACTIVE_HEALTHY')
})
