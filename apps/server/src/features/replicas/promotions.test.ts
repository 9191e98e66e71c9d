import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { getProject, listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  getPromotionFacts,
  listDatabaseStates,
  promoteReplica,
  rebuildReplica,
  removeAllReplicas,
  removeReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { readPostmasterPid } from '@basalt/postgres-supervisor/process/postmaster-pid.ts'
import { processIdentity } from '@basalt/postgres-supervisor/process/process-table.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, newBase, openApp, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { breakDatabase, dataOf } from '../../test/broken-database.ts'
import { dieAt, nothingRunsOn } from '../../test/killed-server.ts'
import {
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'
import { inLine } from '../../test/waiting-in-line.ts'

/** `npm run chaos -- promote` sets how many more kills there are, spread over the time that a promotion takes. */
const KILLS = Number(process.env.BASALT_PROMOTE_KILLS ?? 0)
const PROMOTION_MS = 2500
const timed = Array.from({ length: KILLS }, (_, kill) => `${Math.round((kill * PROMOTION_MS) / KILLS)} ms`)

let fixture: AppFixture
let owner: Person
let organization: Organization
let ref: string

beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  const project = await aProject(owner, organization)
  ref = project.ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask('create table kept as select 1 as n')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const statesOf = async (of = ref, person = owner) =>
  (await person.call(listDatabaseStates, { params: { ref: of } })).body
const stateOf = async (identifier: string) =>
  (await statesOf()).find((state) => state.identifier === identifier)

async function aReplica(): Promise<string> {
  const { body } = await owner.call(setUpReplica, {
    params: { ref },
    body: { read_replica_region: fixture.config.region },
  })
  await waitFor(async () => (await stateOf(body.identifier))?.status === 'ACTIVE_HEALTHY')
  return body.identifier
}

const ask = async (query: string, of = ref, database?: string, person = owner) =>
  person.call(runQuery, { params: { ref: of }, body: { query, ...(database && { database }) } })

const rows = async (of = ref, person = owner) =>
  ((await ask('select n from kept order by n', of, undefined, person)).body as { n: number }[]).map(
    ({ n }) => n,
  )

const SLOTS = "select count(*)::int as n from pg_replication_slots where slot_name like 'basalt_replica%'"

test('a replica becomes a branch that goes on beside its source, which keeps nothing of it', async () => {
  const replica = await aReplica()
  await ask('insert into kept values (2)')
  await waitFor(async () => (await ask('select n from kept', ref, replica)).body.length === 2)
  const { status, body } = await owner.call(promoteReplica, {
    params: { ref, identifier: replica },
    body: { as: 'branch', branch_name: 'fork' },
  })
  expect(status).toBe(201)
  const fork = body.project_ref
  await reaches(owner, fork, 'ACTIVE_HEALTHY')
  expect(await rows(fork)).toEqual([1, 2])
  await ask('insert into kept values (3)', fork)
  await ask('insert into kept values (4)')
  expect([await rows(), await rows(fork)]).toEqual([
    [1, 2, 4],
    [1, 2, 3],
  ])
  const branches = (await owner.call(listBranches, { params: { ref }, query: {} })).body
  expect(branches.find(({ name }) => name === 'fork')).toMatchObject({
    parent_project_ref: ref,
    persistent: true,
    copied_at: expect.any(String),
  })
  await waitFor(async () => (await statesOf()).length === 1)
  expect((await ask(SLOTS)).body).toEqual([{ n: 0 }])
  expect(await fixture.engine.exists(replica)).toBe(false)
  expect((await ask("select from pg_roles where rolname like 'basalt_replica%'", fork)).body).toEqual([])
})

test('a replica that is promoted is not taken away by those who ask at the same moment', async () => {
  const replica = await aReplica()
  const params = { ref, identifier: replica }
  const [promoted, ...others] = await inLine<{ status: number; body: unknown }>(
    fixture.metadata,
    (transaction) =>
      transaction
        .selectFrom('replicas')
        .select('status')
        .where('identifier', '=', replica)
        .forUpdate()
        .execute(),
    [
      () => owner.call(promoteReplica, { params, body: { as: 'branch', branch_name: 'only one' } }),
      () => owner.call(removeReplica, { params: { ref }, body: { database_identifier: replica } }),
      () => owner.call(rebuildReplica, { params }),
    ],
  )
  expect(promoted!.status).toBe(201)
  expect(others.map(({ status }) => status)).toEqual([409, 409])
  const { project_ref: fork } = promoted!.body as { project_ref: string }
  await reaches(owner, fork, 'ACTIVE_HEALTHY')
  expect(await rows(fork)).toEqual(await rows())
  await waitFor(async () => (await statesOf()).length === 1)
  expect((await ask(SLOTS)).body).toEqual([{ n: 0 }])
})

test('a replica takes the place of a primary that cannot start, whose data is never served again', async () => {
  const [first, second] = [await aReplica(), await aReplica()]
  const params = { ref, identifier: first }
  const promote = (confirm: string) =>
    owner.call(promoteReplica, { params, body: { as: 'primary', confirm } })
  const facts = async () => (await owner.call(getPromotionFacts, { params })).body

  // While the primary answers, there would be two.
  expect(await promote(ref)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await facts()).refusal).toMatch(/The primary answers/)
  const { port } = (await fixture.engine.endpoint(ref))!

  const { repair } = await breakDatabase(fixture, ref)
  await owner.send('POST', `/platform/projects/${ref}/restart`)
  await reaches(owner, ref, 'ACTIVE_UNHEALTHY')
  expect((await facts()).refusal).toBeNull()
  expect(await promote('yes')).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  const both = await Promise.all([promote(ref), promote(ref)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  await reaches(owner, ref, 'ACTIVE_HEALTHY')

  expect(await rows()).toEqual([1, 2, 4])
  expect((await ask('insert into kept values (5)')).status).toBe(200)
  expect((await fixture.engine.endpoint(ref))!.port).toBe(port)
  expect(await stateOf(first)).toMatchObject({ status: 'INACTIVE', is_former_primary: true })
  await expect(fixture.engine.start(first)).rejects.toMatchObject({ code: 'fenced' })
  // Not even when what was broken is whole again.
  await repair().catch(() => undefined)
  await expect(fixture.engine.start(first)).rejects.toMatchObject({ code: 'fenced' })
  const { body: notices } = await owner.call(listNotifications, { query: {} })
  expect(JSON.stringify(notices)).toContain('has taken the place of its primary')

  // The other replica followed the former primary.
  await waitFor(async () => (await stateOf(second))?.status === 'ACTIVE_HEALTHY')
  await waitFor(async () => (await ask('select n from kept', ref, second)).body.length === 4)

  expect(await owner.call(rebuildReplica, { params })).toMatchObject({ status: 200 })
  await waitFor(async () => (await stateOf(first))?.status === 'ACTIVE_HEALTHY')
  expect(await stateOf(first)).toMatchObject({ is_former_primary: false })
  await waitFor(async () => (await ask('select n from kept', ref, first)).body.length === 4)

  await owner.call(removeAllReplicas, { params: { ref } })
  await waitFor(async () => (await statesOf()).length === 1)
  expect((await ask(SLOTS)).body).toEqual([{ n: 0 }])
})

test('a primary that is frozen is ended before a replica takes its place, and is still listed meanwhile', async () => {
  const replica = await aReplica()
  const { pid } = (await readPostmasterPid(dataOf(fixture, ref)))!
  process.kill(pid, 'SIGSTOP')
  const params = { ref, identifier: replica }
  const promote = () => owner.call(promoteReplica, { params, body: { as: 'primary', confirm: ref } })
  expect((await promote()).status).toBe(409)
  fixture.lifecycle.becameUnhealthy(ref, 'silent')
  await reaches(owner, ref, 'ACTIVE_UNHEALTHY')
  expect((await statesOf()).map(({ lag }) => lag)).toEqual([null, null])
  expect((await promote()).status).toBe(201)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await waitFor(async () => (await processIdentity(pid)) === undefined)
  expect(await rows()).toEqual([1, 2, 4, 5])
  await owner.call(removeReplica, { params: { ref }, body: { database_identifier: replica } })
  await waitFor(async () => (await statesOf()).length === 1)
  expect(await fixture.engine.exists(replica)).toBe(false)
})

test('a replica that cannot start does not get its primary fenced', async () => {
  const replica = await aReplica()
  const [primary, broken] = [await breakDatabase(fixture, ref), await breakDatabase(fixture, replica)]
  await owner.send('POST', `/platform/projects/${ref}/restart`)
  await reaches(owner, ref, 'ACTIVE_UNHEALTHY')
  // It has stopped with its primary.
  await waitFor(async () => (await stateOf(replica))?.status === 'ACTIVE_UNHEALTHY')
  await fixture.engine.stop(replica)
  const params = { ref, identifier: replica }
  await owner.call(promoteReplica, { params, body: { as: 'primary', confirm: ref } })
  await reaches(owner, ref, 'RESTORE_FAILED')
  await waitFor(async () => (await stateOf(replica))?.status === 'ACTIVE_UNHEALTHY')
  expect((await fixture.engine.facts(ref)).isFenced).toBe(false)
  await primary.repair()
  await broken.repair()
  await owner.send('POST', `/platform/projects/${ref}/restore`)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await rows()).toEqual([1, 2, 4, 5])
  await owner.call(removeReplica, { params: { ref }, body: { database_identifier: replica } })
  await waitFor(async () => (await statesOf()).length === 1)
})

test('what cannot be promoted is refused in words', async () => {
  const params = { ref, identifier: 'nothing' }
  for (const body of [
    { as: 'branch', branch_name: 'other' },
    { as: 'primary', confirm: ref },
  ] as const)
    expect(await owner.call(promoteReplica, { params, body })).toMatchObject({ status: 404 })
  expect(await owner.call(getPromotionFacts, { params })).toMatchObject({ status: 404 })
  expect(await owner.call(rebuildReplica, { params })).toMatchObject({ status: 404 })
  const own = { params: { ref, identifier: ref }, body: { as: 'primary', confirm: ref } } as const
  expect(await owner.call(promoteReplica, own)).toMatchObject({ status: 404 })
})

const statusOf = async (of: string, person: Person) =>
  (await person.call(getProject, { params: { ref: of } })).body.status

/** Starts the next server, asks again for what the first had not begun, and returns the rows and replicas of the project once nothing changes any more. */
async function afterRestart(base: TestBase, as: 'primary' | 'branch') {
  await using next = await openAppOn(base)
  await next.lifecycle.markStopped()
  const resumed = next.lifecycle.resume()
  next.startFeatures(resumed)
  await resumed
  const person = await signInAs(next, 'owner@example.com', PASSWORD)
  const [project] = (await person.call(listProjects)).body
  const of = project!.ref
  const branches = async () => (await person.call(listBranches, { params: { ref: of }, query: {} })).body
  const [, replica] = await statesOf(of, person)
  if (replica && replica.status !== 'PROMOTING' && !replica.is_former_primary) {
    const isBegun = (await branches()).length > 1 || (await statusOf(of, person)) === 'RESTORING'
    const params = { ref: of, identifier: replica.identifier }
    const body = as === 'branch' ? { as, branch_name: 'fork' } : { as, confirm: of }
    if (!isBegun)
      await waitFor(async () => (await person.call(promoteReplica, { params, body })).status === 201)
  }
  await waitFor(async () => (await branches()).every(({ status }) => status === 'ACTIVE_HEALTHY'))
  await waitFor(async () =>
    (await statesOf(of, person)).every(({ status }) => ['ACTIVE_HEALTHY', 'INACTIVE'].includes(status)),
  )
  const [, former] = await statesOf(of, person)
  return {
    status: await statusOf(of, person),
    rows: await Promise.all((await branches()).map(({ project_ref }) => rows(project_ref, person))),
    isWritten: (await ask('insert into kept values (9)', of, undefined, person)).status,
    former: former && {
      status: former.status,
      isFenced: (await next.engine.facts(former.identifier)).isFenced,
    },
  }
}

const FAIL_OVER_MOMENTS = sampleOf(
  [
    'after fence',
    'RESTORING',
    'before fence',
    'before promote',
    'after exchangeData',
    'after promote',
    'before exchangeData',
    'after start',
  ],
  1,
)
const ADOPTION_MOMENTS = sampleOf(['after adopt', 'COMING_UP', 'before adopt', 'after start'], 1)

test.each([...FAIL_OVER_MOMENTS, ...timed])(
  'a server that is killed "%s" during a fail-over is followed by one that finishes it, with one writer',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'promote-to-primary', moment)
    expect(await afterRestart(base, 'primary')).toEqual({
      status: 'ACTIVE_HEALTHY',
      rows: [[1]],
      isWritten: 200,
      former: { status: 'INACTIVE', isFenced: true },
    })
    await nothingRunsOn(base)
  },
)

test.each([...ADOPTION_MOMENTS, ...timed])(
  'a server that is killed "%s" while a branch takes over a replica is followed by one that finishes it',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'promote-to-fork', moment)
    expect(await afterRestart(base, 'branch')).toEqual({
      status: 'ACTIVE_HEALTHY',
      rows: [[1], [1]],
      isWritten: 200,
      former: undefined,
    })
    await nothingRunsOn(base)
  },
)
