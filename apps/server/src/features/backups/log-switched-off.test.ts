import {
  changeBackupSettings,
  createBackup,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, newBase, openApp, openAppOn } from '../../test/app-fixture.ts'
import {
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'

let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Fixture = Pick<AppFixture, 'engine' | 'secretsOf'>

async function asSuperuser<Row extends object>({ engine, secretsOf }: Fixture, of: string, query: string) {
  const { socket, port } = (await engine.endpoint(of))!
  const password = await secretsOf.read(of, 'superuser_password')
  const client = new pg.Client({ host: socket!, port, user: 'basalt_admin', password, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

/** What the database keeps of its log, and for whom its commits wait. */
const keptBy = async (using: Fixture, of = ref) =>
  (
    await asSuperuser<{ slots: number; waits: string; receivers: number }>(
      using,
      of,
      `select (select count(*)::int from pg_replication_slots) as slots, current_setting('synchronous_standby_names') as waits,
         (select count(*)::int from pg_stat_replication where sync_state = 'sync') as receivers`,
    )
  )[0]!

const change = (body: object, person = owner, of = ref) =>
  person.call(changeBackupSettings, { params: { ref: of }, body })

/** Switches it on, and lets every commit wait until it is received. */
async function switchOn(using: Fixture = fixture, person = owner, of = ref) {
  await change({ pitr_enabled: true, is_synchronous: true }, person, of)
  await waitFor(async () => (await keptBy(using, of)).receivers === 1)
}

const keepsNothing = (using: Fixture = fixture, of = ref) =>
  waitFor(async () => {
    expect(await keptBy(using, of)).toEqual({ slots: 0, waits: '', receivers: 0 })
    return true
  })

/** A commit that waits for a receiver never ends. */
const commits = async () =>
  expect(
    await owner.call(runQuery, {
      params: { ref },
      body: { query: 'create table if not exists kept (n int); insert into kept values (1)' },
    }),
  ).toMatchObject({ status: 200 })

test('a database that slept when point-in-time recovery was switched off keeps no log once it wakes, and commits', async () => {
  await switchOn()
  await waitFor(async () => (await owner.call(putToSleep, { params: { ref } })).status === 200)
  expect(await change({ pitr_enabled: false })).toMatchObject({ status: 200 })
  expect(await fixture.engine.endpoint(ref)).toBeUndefined()
  await commits()
  await keepsNothing()
})

test('a database that was paused then keeps no log once it is restored, and commits', async () => {
  await switchOn()
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  await change({ pitr_enabled: false })
  await owner.call(restoreProject, { params: { ref } })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await commits()
  await keepsNothing()
})

test('what could not be removed then is removed within a minute', async () => {
  await asSuperuser(fixture, ref, "select pg_create_physical_replication_slot('basalt_archive', true)")
  await fixture.metadata
    .updateTable('backup_settings')
    .set({ may_keep_log: true })
    .where('ref', '=', ref)
    .execute()
  await runJob(fixture, 'database-backups-due')
  await keepsNothing()
})

test('data from before that a restore gives back keeps no log, although it was kept then', async () => {
  await switchOn()
  await commits()
  const { body } = await owner.call(createBackup, { params: { ref }, body: {} })
  const overview = async () => (await owner.call(listBackups, { params: { ref } })).body
  await waitFor(
    async () => (await overview()).backups.find(({ id }) => id === body.id)?.status === 'COMPLETED',
  )
  await owner.call(restoreBackup, { params: { ref }, body: { id: body.id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await change({ pitr_enabled: false })
  await keepsNothing()
  await owner.call(decideRestore, { params: { ref }, body: { keep: 'previous' } })
  await waitFor(async () => (await overview()).restore?.status === 'UNDONE')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await commits()
  await keepsNothing()
})

test('a server that was killed while it switched it off is followed by one that does it', async () => {
  await using base = await newBase()
  const first = await openAppOn(base)
  const person = await signUp(first)
  const { ref: of } = await aProject(person, await anOrganization(person))
  await reaches(person, of, 'ACTIVE_HEALTHY')
  await switchOn(first, person, of)
  await first[Symbol.asyncDispose]()
  await using second = await openAppOn(base)
  // What is stored before the work.
  await second.metadata
    .updateTable('backup_settings')
    .set({ keeps_log: false, is_synchronous: false, may_keep_log: true })
    .where('ref', '=', of)
    .execute()
  const again = await signInAs(second, person.email, PASSWORD)
  await second.lifecycle.markStopped()
  const resumed = second.lifecycle.resume()
  second.startFeatures(resumed)
  await resumed
  await reaches(again, of, 'ACTIVE_HEALTHY')
  await keepsNothing(second, of)
})
