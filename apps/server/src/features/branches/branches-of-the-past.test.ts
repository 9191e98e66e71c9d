import {
  changeBackupSettings,
  createBackup,
  createRestorePoint,
  decideRestore,
  listBackups,
  restoreBackup,
} from '@basalt/contract/backups/backups.endpoints.ts'
import {
  createBranch,
  deleteBranch,
  getBranch,
  listBranches,
  resetBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  mergeMergeRequest,
  rehearseMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  createTableWebhook,
  listTableWebhooks,
} from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import type { BackedUpMoment } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import {
  aMember,
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signUp,
} from '../../test/people.ts'
import { storageOf } from '../../test/storage-fixture.ts'

/** Called before bytes of a backup are read. */
const store = { beforeRead: async (): Promise<void> => undefined }

let fixture: AppFixture
let owner: Person
let organization: Organization
beforeAll(async () => {
  fixture = await openApp(
    {},
    {
      wrapBackups: (backups) => ({
        ...backups,
        async read(...args) {
          await store.beforeRead()
          return backups.read(...args)
        },
      }),
    },
  )
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterEach(() => {
  store.beforeRead = async () => undefined
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = async (ref: string, query: string) => {
  const { status, body } = await owner.call(runQuery, { params: { ref }, body: { query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const goodsOf = (ref: string) => ask(ref, 'select id, name from goods order by id')
const overview = async (ref: string) => (await owner.call(listBackups, { params: { ref } })).body
const branchesOf = async (ref: string) =>
  (await owner.call(listBranches, { params: { ref }, query: {} })).body

async function aShop() {
  const { ref } = await aProject(owner, organization, { db_pass: PASSWORD })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask(
    ref,
    "create table goods (id int primary key, name text); insert into goods values (1, 'lamp'), (2, 'desk'), (3, 'sofa')",
  )
  return ref
}

async function aBackup(ref: string) {
  const { id } = (await owner.call(createBackup, { params: { ref }, body: {} })).body
  return waitFor(async () => {
    const found = (await overview(ref)).backups.find((one) => one.id === id)
    return found?.status === 'COMPLETED' ? found : undefined
  })
}

const asked = (ref: string, moment: BackedUpMoment, over: object = {}, person = owner) =>
  person.call(createBranch, { params: { ref }, body: { branch_name: 'past', moment, ...over } })

async function aBranch(ref: string, moment: BackedUpMoment, over: object = {}) {
  const { status, body } = await asked(ref, moment, over)
  expect(status, JSON.stringify(body)).toBe(201)
  await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  return (await owner.call(getBranch, { params: { id: body.id } })).body
}

async function aRequest(ref: string, tables: object[] = [{ schema: 'public', name: 'goods' }]) {
  const { status, body } = await owner.call(createMergeRequest, {
    params: { ref },
    body: { title: 'Merge', tables } as never,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  const params = { ref, id: body.id }
  const ended = () =>
    waitFor(async () => {
      const { body } = await owner.call(getMergeRequest, { params })
      return body.status !== 'merging' && body.rehearsal?.status !== 'running' ? body : undefined
    })
  return {
    changes: async () => (await owner.call(getMergeChanges, { params })).body,
    async merge() {
      await owner.call(rehearseMergeRequest, { params })
      expect((await ended()).rehearsal).toMatchObject({ status: 'passed', error: null })
      const { status, body } = await owner.call(mergeMergeRequest, { params })
      expect(status, JSON.stringify(body)).toBe(200)
      return ended()
    },
  }
}

/** A transaction that wrote a row, and has yet to commit it. */
async function anOpenTransaction(ref: string, query: string) {
  const { socket, host, port } = (await fixture.engine.endpoint(ref))!
  const client = new pg.Client({
    host: socket ?? host,
    port,
    user: 'basalt_admin',
    password: await fixture.secretsOf.read(ref, 'superuser_password'),
    database: 'postgres',
  })
  await client.connect()
  await client.query(`begin; ${query}`)
  return {
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

test('a branch begins at a past moment with its rows and files, is written to, and is merged into what production is by then', async () => {
  const ref = await aShop()
  const files = await storageOf(fixture, owner, ref)
  const bucket = await files.aBucket()
  await files.put(bucket, 'old.txt', 'of the moment')
  const aWebhook = (name: string) =>
    owner.call(createTableWebhook, {
      params: { ref },
      body: {
        id: crypto.randomUUID(),
        name,
        schema: 'public',
        table: 'goods',
        events: ['INSERT' as const],
        url: 'https://example.com/hook',
      },
    })
  expect((await aWebhook('before')).status).toBe(201)
  await owner.call(changeBackupSettings, { params: { ref }, body: { pitr_enabled: true } })
  await waitFor(async () => (await overview(ref)).pitr.earliest !== null)
  const open = await anOpenTransaction(ref, "insert into goods values (50, 'uncommitted then')")
  await ask(ref, "insert into goods values (4, 'after the backup')")
  const { body: point } = await owner.call(createRestorePoint, { params: { ref }, body: { name: 'Then' } })
  await open.commit()
  await ask(ref, "delete from goods where id = 1; update goods set name = 'desk today' where id = 2")
  await ask(ref, "insert into goods values (5, 'of today'); create table of_today (n int)")
  await files.filesOf(bucket).remove(['old.txt'])
  await files.put(bucket, 'new.txt', 'of today')
  await fixture.storage.janitor.idle()
  expect((await aWebhook('after')).status).toBe(201)
  await waitFor(async () => (await overview(ref)).pitr.latest! > point.made_at)

  const branch = await aBranch(ref, { restore_point: point.id })
  expect(branch).toMatchObject({
    source_project_ref: ref,
    copied_at: point.made_at,
    past_moment: null,
    with_data: true,
    sends_requests: false,
    expires_after_days: 7,
  })
  const past = branch.project_ref
  const then = [
    { id: 1, name: 'lamp' },
    { id: 2, name: 'desk' },
    { id: 3, name: 'sofa' },
    { id: 4, name: 'after the backup' },
  ]
  expect(await goodsOf(past)).toEqual(then)
  const { filesOf } = await storageOf(fixture, owner, past)
  const textOf = async (name: string) => (await filesOf(bucket).download(name)).data?.text()
  expect(await Promise.all(['old.txt', 'new.txt'].map(textOf))).toEqual(['of the moment', undefined])
  expect((await owner.call(listTableWebhooks, { params: { ref: past } })).body).toMatchObject([
    { name: 'before' },
  ])

  await ask(
    past,
    "insert into goods values (60, 'of the branch'); update goods set name = 'sofa bed' where id = 3",
  )
  await ask(past, "alter table goods add column note text; update goods set name = 'desk then' where id = 2")
  const request = await aRequest(past)
  const changes = await request.changes()
  expect(changes).toMatchObject({
    rows_refusal: null,
    tables: [{ name: 'goods', inserted: 1, updated: 2, deleted: 0, conflicts: 1 }],
  })
  expect(changes.statements.map(({ sql }) => sql)).toEqual([expect.stringMatching(/add column "?note/i)])

  // A conflict is decided by giving the branch what production has.
  await ask(past, "update goods set name = 'desk today' where id = 2")
  expect(await request.merge()).toMatchObject({ status: 'merged' })
  expect(await goodsOf(ref)).toEqual([
    { id: 2, name: 'desk today' },
    { id: 3, name: 'sofa bed' },
    { id: 4, name: 'after the backup' },
    { id: 5, name: 'of today' },
    { id: 50, name: 'uncommitted then' },
    { id: 60, name: 'of the branch' },
  ])

  // A reset makes it a branch of the present.
  await owner.call(resetBranch, { params: { id: branch.id }, body: null })
  await waitFor(
    async () =>
      (await owner.call(getBranch, { params: { id: branch.id } })).body.copied_at! > branch.copied_at!,
  )
  await reaches(owner, past, 'ACTIVE_HEALTHY')
  expect(await goodsOf(past)).toEqual(await goodsOf(ref))
})

test('a branch begins with a backup also while its project is paused, and another branch can be what it is made from', async () => {
  const ref = await aShop()
  const { id } = await aBackup(ref)
  await ask(ref, 'drop table goods')
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  const { project_ref: past } = await aBranch(ref, { id }, { persistent: true })
  expect(await goodsOf(past)).toHaveLength(3)
  await ask(past, "insert into goods values (9, 'of the branch')")
  const own = await aBackup(past)
  await ask(past, 'delete from goods')
  const second = await aBranch(past, { id: own.id }, { branch_name: 'past of the past' })
  expect(second).toMatchObject({ source_project_ref: past, parent_project_ref: ref })
  expect(await goodsOf(second.project_ref)).toHaveLength(4)
})

test('a moment that cannot be had is refused with what can', async () => {
  const ref = await aShop()
  const yesterday = { recovery_time_target: new Date(Date.now() - 86_400_000).toISOString() }
  expect(await asked(ref, yesterday)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Switch on point-in-time recovery') },
  })
  const { id } = await aBackup(ref)
  expect(await asked(ref, { id }, { with_data: false })).toMatchObject({
    status: 400,
    body: { details: { issues: [{ path: 'with_data' }] } },
  })
  expect(await asked(ref, { id: crypto.randomUUID() })).toMatchObject({ status: 404 })
  expect(await asked(ref, {})).toMatchObject({ status: 400 })
  const developer = await aMember(fixture, owner, organization.slug, { role_id: 'developer' })
  expect((await asked(ref, { id }, {}, developer)).status).toBe(403)
  await owner.call(changeBackupSettings, { params: { ref }, body: { pitr_enabled: true } })
  await waitFor(async () => (await overview(ref)).pitr.earliest !== null)
  expect(await asked(ref, yesterday)).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/^Choose a time from \S+ to \S+\.$/),
      details: { ranges: [{ earliest: expect.any(String), latest: expect.any(String) }] },
    },
  })
  expect(await branchesOf(ref)).toHaveLength(1)
})

test('the creation of a branch of a past moment is cancelled by deleting it, and nothing is left', async () => {
  const ref = await aShop()
  const { id } = await aBackup(ref)
  const reading = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  store.beforeRead = async () => {
    reading.resolve()
    await released.promise
  }
  const { body: branch } = await asked(ref, { id })
  await reading.promise
  expect((await owner.call(getBranch, { params: { id: branch.id } })).body).toMatchObject({
    status: 'COMING_UP',
    copied_at: null,
  })
  expect(await owner.call(deleteBranch, { params: { id: branch.id } })).toMatchObject({ status: 200 })
  released.resolve()
  await waitFor(async () => (await branchesOf(ref)).length === 1)
  expect(await fixture.engine.exists(branch.project_ref)).toBe(false)
  expect(await goodsOf(ref)).toHaveLength(3)
})

test('a branch of a past moment that could not be made says why, and is made of that moment when it is tried again', async () => {
  const ref = await aShop()
  const { id } = await aBackup(ref)
  await ask(ref, 'delete from goods')
  store.beforeRead = () => Promise.reject(new Error('The bucket is gone'))
  const { body: branch } = await asked(ref, { id })
  await reaches(owner, branch.project_ref, 'INIT_FAILED')
  expect((await owner.call(getBranch, { params: { id: branch.id } })).body.failure).toContain(
    'The bucket is gone',
  )
  store.beforeRead = async () => undefined
  await owner.call(resetBranch, { params: { id: branch.id }, body: null })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  expect(await goodsOf(branch.project_ref)).toHaveLength(3)
})

test('rows are not merged once what the branch was made from has been restored to a backup as it was, until that is undone', async () => {
  const ref = await aShop()
  const { id } = await aBackup(ref)
  const { body: branch } = await owner.call(createBranch, {
    params: { ref },
    body: { branch_name: 'feature' },
  })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  await ask(branch.project_ref, "insert into goods values (7, 'of the branch')")
  const request = await aRequest(branch.project_ref, [])
  expect(await request.changes()).toMatchObject({ rows_refusal: null })
  await owner.call(restoreBackup, { params: { ref }, body: { id } })
  await waitFor(async () => (await overview(ref)).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await request.changes()).toMatchObject({
    rows_refusal: 'A backup was restored since the branch was made. Reset the branch to merge rows.',
  })
  await owner.call(decideRestore, { params: { ref }, body: { keep: 'previous' } })
  await waitFor(async () => (await overview(ref)).restore?.status === 'UNDONE')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await request.changes()).toMatchObject({ rows_refusal: null })
})
