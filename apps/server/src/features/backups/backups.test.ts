import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { getBackupSettings } from '@basalt/contract/backups/backup-settings.endpoints.ts'
import {
  changeBackupSettings,
  createBackup,
  createRestorePoint,
  decideRestore,
  deleteBackup,
  getRecoveryTimeline,
  listBackups,
  restoreBackup,
  restoreMoment,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import type { BackupSettings } from '@basalt/contract/backups/backups.schema.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { deleteProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'
import { storageOf } from '../../test/storage-fixture.ts'
import { inLine } from '../../test/waiting-in-line.ts'

/** How far the clock of the server is ahead. */
const clock = { aheadMs: 0 }
/** Called before a blob of a backup is written or read. */
const store = {
  beforeWrite: async (_key: string): Promise<void> => undefined,
  beforeRead: async (): Promise<void> => undefined,
}

/** What was restored, synced and exchanged, in that order. */
const done: { what: 'restore' | 'synced' | 'exchangeData'; id: string; totalBytes?: number | undefined }[] =
  []
/** Called with the number of files of a restore that were unpacked, before the next one. */
const unpacked = { hook: async (_files: number): Promise<void> => undefined }
async function* held(files: RestoreOptions['files']): RestoreOptions['files'] {
  let count = 0
  for await (const entry of files) {
    await unpacked.hook(count)
    count += 1
    yield entry
  }
}
const noting = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'restore')
        return async (id: string, options: RestoreOptions) => {
          await target.restore(id, { ...options, files: held(options.files) })
          done.push({ what: 'restore', id, totalBytes: options.totalBytes })
        }
      if (name === 'synced')
        return async (id: string) => {
          await target.synced(id)
          done.push({ what: 'synced', id })
        }
      if (name === 'exchangeData')
        return async (one: string, other: string, token: string) => {
          done.push({ what: 'exchangeData', id: other })
          await target.exchangeData(one, other, token)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

let fixture: AppFixture
let owner: Person
let organization: Organization
let ref: string
beforeAll(async () => {
  fixture = await openApp(
    {},
    {
      now: () => new Date(Date.now() + clock.aheadMs),
      wrapEngine: noting,
      wrapBackups: (backups) => ({
        ...backups,
        async write(key, body) {
          await store.beforeWrite(key)
          return backups.write(key, body)
        },
        async read(key, range) {
          await store.beforeRead()
          return backups.read(key, range)
        },
      }),
    },
  )
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  ref = await healthyProject()
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function healthyProject() {
  const project = await aProject(owner, organization)
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  return project.ref
}

const overviewOf = async (of = ref, person = owner) =>
  (await person.call(listBackups, { params: { ref: of } })).body

const ask = async (query: string, of = ref, person = owner) =>
  (await person.call(runQuery, { params: { ref: of }, body: { query } })).body

/** A backup that was restored and checked. */
async function aBackup(name?: string, of = ref) {
  const { status, body } = await owner.call(createBackup, {
    params: { ref: of },
    body: name === undefined ? {} : { name },
  })
  expect(status).toBe(201)
  const found = async () => (await overviewOf(of)).backups.find(({ id }) => id === body.id)!
  await waitFor(async () => (await found()).checked_at !== null || (await found()).status === 'FAILED')
  return found()
}

const restoreReaches = (status: string, of = ref, person = owner) =>
  waitFor(async () => (await overviewOf(of, person)).restore?.status === status)

async function asSuperuser(of: string, query: string) {
  const endpoint = (await fixture.engine.endpoint(of))!
  const password = await fixture.secretsOf.read(of, 'superuser_password')
  const client = new pg.Client({ ...endpoint, user: 'basalt_admin', password, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** Logs in as people do, over the network. */
async function logIn(of: string, password: string) {
  const { host, port } = (await fixture.engine.endpoint(of))!
  const client = new pg.Client({ host, port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.end()
}

test('a backup is restored and checked before anyone needs it, and the next one has only what changed', async () => {
  await ask(
    `create table kept as select n from generate_series(1, 5000) n; alter table kept add primary key (n);
     create unlogged table forgotten as select 1 as n; create table parts (n int) partition by range (n);
     create materialized view later as select 1 as n with no data`,
  )
  const first = await aBackup('Before the launch')
  expect(first).toMatchObject({
    name: 'Before the launch',
    is_scheduled: false,
    status: 'COMPLETED',
    kind: 'full',
    error: null,
    verification: { problems: [] },
  })
  expect(first.verification!.rows).toBeGreaterThanOrEqual(5000)
  expect(first.restore_seconds).toBeGreaterThan(0)
  await ask('insert into kept values (6000)')
  const second = await aBackup()
  expect(second).toMatchObject({ name: null, kind: 'incremental', verification: { problems: [] } })
  expect(second.size_bytes!).toBeLessThan(first.size_bytes! / 2)
  // Nothing is left of the databases that were made for the checks.
  await waitFor(async () => !(await fixture.engine.exists(`${ref}-check`)))
  expect(await owner.call(deleteBackup, { params: { ref, id: first.id } })).toMatchObject({ status: 409 })
})

test('a project is backed up by its own schedule, which its plan limits, and keeps as many backups as it says', async () => {
  const change = (body: BackupSettings) => owner.call(changeBackupSettings, { params: { ref }, body })
  expect((await overviewOf()).schedule).toMatchObject({ cron: '17 2 * * *', keep_count: null })
  for (const [body, path] of [
    [{ schedule: '0 * * * *' }, 'schedule'],
    [{ schedule: 'every night' }, 'schedule'],
    [{ keep_days: 8 }, 'keep_days'],
    [{ keep_count: 0 }, 'keep_count'],
  ] as const)
    expect(await change(body)).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path }] } },
    })
  expect(await change({})).toMatchObject({ status: 400 })
  expect(await change({ is_synchronous: true })).toMatchObject({ status: 409 })
  expect(await change({ schedule: '0 */6 * * *', keep_count: 1, keep_days: 5 })).toMatchObject({
    status: 200,
  })
  expect(await overviewOf()).toMatchObject({
    schedule: { cron: '0 */6 * * *', keep_count: 1 },
    retention_days: 5,
  })
  const scheduled = async () => (await overviewOf()).backups.filter(({ is_scheduled }) => is_scheduled)
  const before = await scheduled()
  // Nothing is due that was before the change.
  await runJob(fixture, 'database-backups-due')
  expect(await scheduled()).toEqual(before)
  clock.aheadMs = 7 * 60 * 60 * 1000
  await runJob(fixture, 'database-backups-due')
  await waitFor(async () => (await scheduled()).some(({ verified_at }) => verified_at !== null))
  // Once for each time of the schedule.
  await runJob(fixture, 'database-backups-due')
  clock.aheadMs = 0
  expect(await scheduled()).toHaveLength(1)
  expect(await change({ schedule: null, keep_count: null, keep_days: null })).toMatchObject({ status: 200 })
  expect(await overviewOf()).toMatchObject({ schedule: { cron: '17 2 * * *' }, retention_days: 7 })
})

test('a backup cannot be deleted while another is built on it, or a project is being made from it', async () => {
  const of = await healthyProject()
  await ask('create table kept as select 1 as n', of)
  const first = await aBackup(undefined, of)
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  store.beforeWrite = () => {
    begin()
    return goesOn
  }
  const building = aBackup(undefined, of)
  await begun
  expect(await owner.call(deleteBackup, { params: { ref: of, id: first.id } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('only what changed since this one') },
  })
  store.beforeWrite = async () => undefined
  goOn()
  const second = await building
  expect(second).toMatchObject({ kind: 'incremental', verification: { problems: [] } })

  const { id } = second
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  store.beforeRead = () => released
  const { status, body } = await owner.call(restoreToNewProject, {
    params: { ref: of },
    body: { id, name: 'Of the backup' },
  })
  expect(status).toBe(201)
  expect(await owner.call(deleteBackup, { params: { ref: of, id } })).toMatchObject({
    status: 409,
    body: { message: 'This backup is being restored.' },
  })
  expect(await owner.call(deleteProject, { params: { ref: of } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another project is being made from a backup of this one') },
  })
  store.beforeRead = async () => undefined
  release()
  await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
  expect(await ask('select n from kept', body.ref)).toEqual([{ n: 1 }])
  expect(await owner.call(deleteBackup, { params: { ref: of, id } })).toMatchObject({ status: 200 })

  // Somebody deletes the project while another one is about to be made from it.
  const [deletion, making] = await inLine(
    fixture.metadata,
    (transaction) =>
      transaction.selectFrom('projects').select('status').where('ref', '=', of).forUpdate().execute(),
    [
      () => owner.call(deleteProject, { params: { ref: of } }),
      () =>
        owner.call(restoreToNewProject, { params: { ref: of }, body: { id: first.id, name: 'Too late' } }),
    ],
  )
  expect([deletion!.status, making!.status]).toEqual([200, 404])
  await owner.call(deleteProject, { params: { ref: body.ref } })
})

test('how far a backup and a restore in place are is told while they run', async () => {
  const of = await healthyProject()
  const indexing = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  store.beforeWrite = async (key) => {
    if (!key.includes('index')) return
    indexing.resolve()
    await goesOn.promise
  }
  const making = aBackup(undefined, of)
  await indexing.promise
  const [running] = (await overviewOf(of)).backups
  expect(running).toMatchObject({ status: 'RUNNING', data_bytes: null })
  expect(running!.read_bytes).toBeGreaterThan(10_000_000)
  store.beforeWrite = async () => undefined
  goesOn.resolve()
  const made = await making
  expect(made.read_bytes).toBeNull()
  expect(made.data_bytes).toBeGreaterThan(10_000_000)

  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  unpacked.hook = async (files) => {
    if (files < 200) return
    begun.resolve()
    await released.promise
  }
  await owner.call(restoreBackup, { params: { ref: of }, body: { id: made.id } })
  await begun.promise
  const { restore } = await overviewOf(of)
  expect(restore).toMatchObject({ status: 'PREPARING', progress: { total_bytes: made.data_bytes } })
  expect(restore!.progress!.copied_bytes).toBeGreaterThan(0)
  expect(restore!.progress!.copied_bytes).toBeLessThan(made.data_bytes!)
  unpacked.hook = async () => undefined
  released.resolve()
  await restoreReaches('RESTORED', of)
  expect((await overviewOf(of)).restore!.progress).toBeNull()
  await owner.call(deleteProject, { params: { ref: of } })
})

test('backups that have expired stay while another project is being made from one of them', async () => {
  const of = await healthyProject()
  await ask('create table kept as select 1 as n', of)
  const backUpBySchedule = () =>
    fixture.backups.backUpBySchedule(of, { signal: new AbortController().signal, progress: () => undefined })
  const ids = async () => (await overviewOf(of)).backups.map(({ id }) => id)
  await backUpBySchedule()
  const [id] = await ids()
  await sql`update backups set inserted_at = now() - interval '30 days' where id = ${id}`.execute(
    fixture.metadata,
  )
  const reading = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  store.beforeRead = () => {
    reading.resolve()
    return released.promise
  }
  const { body } = await owner.call(restoreToNewProject, {
    params: { ref: of },
    body: { id, name: 'Of an old backup' },
  })
  await reading.promise
  store.beforeRead = async () => undefined
  await backUpBySchedule()
  expect(await ids()).toEqual([expect.any(String), id])
  released.resolve()
  await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
  expect(await ask('select n from kept', body.ref)).toEqual([{ n: 1 }])
  await backUpBySchedule()
  expect(await ids()).not.toContain(id)
  for (const made of [of, body.ref]) await owner.call(deleteProject, { params: { ref: made } })
})

test('a restore keeps the present data until it is confirmed, and can be undone, with the bytes of files that either needs; a deleted project takes its backups along', async () => {
  const of = await healthyProject()
  await ask('create table kept as select 1 as n', of)
  const files = await storageOf(fixture, owner, of)
  await files.service.createBucket('files')
  await files.put('files', 'deleted.txt', 'deleted after the backup')
  const { id } = await aBackup(undefined, of)
  await files.filesOf('files').remove(['deleted.txt'])
  await files.put('files', 'later.txt', 'written after the backup')
  const read = async (name: string) => (await files.filesOf('files').download(name)).data?.text()
  const sweep = async () => {
    await fixture.storage.janitor.idle()
    await fixture.storage.janitor.sweep(of, 0)
  }
  await sweep()
  await ask('insert into kept values (2)', of)
  await ask("alter role postgres password 'chosen by its owner later'", of)
  await owner.call(restoreBackup, { params: { ref: of }, body: { id } })
  expect(await owner.call(restoreBackup, { params: { ref: of }, body: { id } })).toMatchObject({
    status: 409,
  })
  await restoreReaches('RESTORED', of)
  await reaches(owner, of, 'ACTIVE_HEALTHY')
  expect(await ask('select n from kept order by n', of)).toEqual([{ n: 1 }])
  await logIn(of, 'chosen by its owner later')
  const beside = done.filter(({ id: instance }) => instance.startsWith(`${of}-before-`))
  expect(beside.map(({ what }) => what)).toEqual(['restore', 'synced', 'exchangeData'])
  // Without the space for it, it would not have begun.
  expect(beside[0]!.totalBytes).toBeGreaterThan(10_000_000)
  expect([await read('deleted.txt'), await read('later.txt')]).toEqual([
    'deleted after the backup',
    undefined,
  ])
  await sweep()

  // Two people decide at the same moment, and not the same.
  const decisions = await inLine(
    fixture.metadata,
    (transaction) =>
      transaction.selectFrom('restores').select('status').where('ref', '=', of).forUpdate().execute(),
    (['previous', 'restored'] as const).map(
      (keep) => () => owner.call(decideRestore, { params: { ref: of }, body: { keep } }),
    ),
  )
  expect(decisions.map(({ status }) => status)).toEqual([200, 409])
  await restoreReaches('UNDONE', of)
  await reaches(owner, of, 'ACTIVE_HEALTHY')
  expect(await ask('select n from kept order by n', of)).toEqual([{ n: 1 }, { n: 2 }])
  expect([await read('deleted.txt'), await read('later.txt')]).toEqual([
    undefined,
    'written after the backup',
  ])

  const undone = (await overviewOf(of)).restore!
  await owner.call(restoreBackup, { params: { ref: of }, body: { id } })
  await restoreReaches('RESTORED', of)
  await reaches(owner, of, 'ACTIVE_HEALTHY')
  // Somebody with an old page does not decide about another restore than the page has.
  expect(
    await owner.call(decideRestore, { params: { ref: of }, body: { keep: 'restored', id: undone.id } }),
  ).toMatchObject({ status: 409, body: { message: expect.stringContaining('restored again since') } })
  const { id: last } = (await overviewOf(of)).restore!
  await owner.call(decideRestore, { params: { ref: of }, body: { keep: 'restored', id: last } })
  await restoreReaches('CONFIRMED', of)
  expect(await ask('select n from kept order by n', of)).toEqual([{ n: 1 }])
  expect(await owner.call(decideRestore, { params: { ref: of }, body: { keep: 'restored' } })).toMatchObject({
    status: 409,
  })
  // What comes after a restore is another history, which begins with a full backup.
  expect(await aBackup(undefined, of)).toMatchObject({ kind: 'full', status: 'COMPLETED' })

  const { archive } = await fixture.metadata
    .selectFrom('backup_settings')
    .select('archive')
    .where('ref', '=', of)
    .executeTakeFirstOrThrow()
  const count = async () => {
    let found = 0
    for await (const _blob of fixture.backupStore.list(`${of}/${archive}`)) found++
    return found
  }
  expect(await count()).toBe(2)
  // Once no backup refers to them, the bytes go too.
  expect(await files.blobs()).toHaveLength(2)
  await files.filesOf('files').remove(['deleted.txt'])
  for (const backup of (await overviewOf(of)).backups)
    await owner.call(deleteBackup, { params: { ref: of, id: backup.id } })
  await sweep()
  expect(await files.blobs()).toEqual([])
  await owner.call(deleteProject, { params: { ref: of } })
  await waitFor(async () => !(await fixture.engine.exists(of)) && (await count()) === 0)
})

describe('with point-in-time recovery', () => {
  let of: string
  beforeAll(async () => {
    of = await healthyProject()
    await ask('create table kept (n int)', of)
    await owner.call(changeBackupSettings, { params: { ref: of }, body: { pitr_enabled: true } })
    await waitFor(async () => (await overviewOf(of)).pitr.earliest !== null)
  })

  /** A moment at the database that lies after everything so far and before everything later, once it can be restored. */
  const aMoment = async () => {
    const now = async () =>
      new Date(((await ask('select clock_timestamp()::text as at', of)) as { at: string }[])[0]!.at)
    const moment = await now()
    await waitFor(async () => (await now()).getTime() > moment.getTime() + 2)
    return new Date(moment.getTime() + 1).toISOString()
  }

  test('a database returns to a moment, and goes on being archived from there', async () => {
    await ask('insert into kept values (1)', of)
    const moment = await aMoment()
    await ask('delete from kept', of)
    await waitFor(async () => (await overviewOf(of)).pitr.latest! > moment)
    // Somebody is connected, in a transaction.
    const endpoint = (await fixture.engine.endpoint(of))!
    const password = await fixture.secretsOf.read(of, 'superuser_password')
    const held = new pg.Client({ ...endpoint, user: 'basalt_admin', password, database: 'postgres' })
    const ended = new Promise<void>((resolve) => held.once('end', () => resolve()))
    held.on('error', () => undefined)
    await held.connect()
    await held.query('begin; insert into kept values (99)')
    await owner.call(restoreMoment, { params: { ref: of }, body: { recovery_time_target: moment } })
    await restoreReaches('RESTORED', of)
    await ended
    await reaches(owner, of, 'ACTIVE_HEALTHY')
    expect(await ask('select n from kept', of)).toEqual([{ n: 1 }])
    await owner.call(decideRestore, { params: { ref: of }, body: { keep: 'restored' } })
    await restoreReaches('CONFIRMED', of)
    // Its new history is received too, beside the old one.
    await waitFor(async () => (await overviewOf(of)).pitr.ranges.length === 2)
    await ask('insert into kept values (2)', of)
    const point = await owner.call(createRestorePoint, {
      params: { ref: of },
      body: { name: 'Before the drop' },
    })
    expect(point).toMatchObject({ status: 201, body: { name: 'Before the drop', reason: 'manual' } })
    await fixture.app.inject({
      method: 'POST',
      url: streamQuery.path.replace(':ref', of),
      headers: owner.headers,
      payload: { query: 'drop table kept', restore_point: true },
    })
    const { id: restore_point, made_at } = point.body
    await waitFor(async () => (await overviewOf(of)).pitr.latest! > made_at)
    const [beforeDrop, made] = (await overviewOf(of)).pitr.restore_points
    expect(beforeDrop).toMatchObject({
      reason: 'statement',
      name: `Before SQL of ${owner.email}`.slice(0, 64),
    })
    expect(made).toEqual(point.body)
    const timeline = (await owner.call(getRecoveryTimeline, { params: { ref: of } })).body
    const [drop, insert] = timeline.changes
    expect(drop).toMatchObject({ kind: 'schema', sql: 'drop table kept;', made_by: owner.email })
    expect(insert).toMatchObject({ kind: 'data', sql: 'insert into kept values (2);' })
    const { status, body } = await owner.call(restoreToNewProject, {
      params: { ref: of },
      body: { restore_point, name: 'As it was' },
    })
    expect(status).toBe(201)
    await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
    expect(await ask('select n from kept order by n', body.ref)).toEqual([{ n: 1 }, { n: 2 }])
    await logIn(body.ref, body.db_pass!)
    await owner.call(deleteProject, { params: { ref: body.ref } })
  })

  test('what was chosen can be read without reading the backups', async () => {
    expect((await owner.call(getBackupSettings, { params: { ref: of } })).body).toEqual({
      pitr_enabled: true,
      is_synchronous: false,
      schedule: null,
      window_minutes: null,
      keep_days: null,
      keep_count: null,
    })
  })

  test('the moment of a change is that just before it', async () => {
    await ask('create table steps (n int)', of)
    for (const n of [1, 2, 3]) await ask(`insert into steps values (${n})`, of)
    const { changes } = (await owner.call(getRecoveryTimeline, { params: { ref: of } })).body
    const { made_at } = changes.find(({ sql: text }) => text === 'insert into steps values (2);')!
    await waitFor(async () => (await overviewOf(of)).pitr.latest! > made_at)
    const { body } = await owner.call(restoreToNewProject, {
      params: { ref: of },
      body: { recovery_time_target: made_at, name: 'Just before' },
    })
    await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
    expect(await ask('select n from steps', body.ref)).toEqual([{ n: 1 }])
    await owner.call(deleteProject, { params: { ref: body.ref } })
  })

  test('a moment outside of what can be restored is refused with the range', async () => {
    const { earliest } = (await overviewOf(of)).pitr
    for (const recovery_time_target of ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00+02:00']) {
      const reply = await owner.call(restoreMoment, { params: { ref: of }, body: { recovery_time_target } })
      expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
      expect((reply.body as unknown as { message: string }).message).toContain(earliest)
    }
    const unknown = { restore_point: randomUUID() }
    expect(await owner.call(restoreMoment, { params: { ref: of }, body: unknown })).toMatchObject({
      status: 404,
    })
    expect(
      await owner.call(restoreMoment, {
        params: { ref: of },
        body: { ...unknown, recovery_time_target: '2026-01-01T00:00:00Z' },
      }),
    ).toMatchObject({ status: 400 })
    const recovery_time_target = 'yesterday'
    expect(
      await owner.call(restoreMoment, { params: { ref: of }, body: { recovery_time_target } }),
    ).toMatchObject({
      status: 400,
    })
  })

  test('an archive whose place fails or hangs is told within a minute, and continues without a gap', async () => {
    await owner.call(changeBackupSettings, { params: { ref: of }, body: { pitr_enabled: true } })
    await waitFor(async () => (await overviewOf(of)).pitr.latest !== null)
    const before = (await overviewOf(of)).pitr.ranges.length
    const told = async () =>
      (await owner.call(listNotifications, { query: {} })).body.filter(
        ({ name, data }) => name === 'project_archive_behind' && data.project_ref === of,
      ).length
    const hang = Promise.withResolvers<void>()
    hang.promise.catch(() => undefined)
    store.beforeWrite = async (key) => {
      if (key.includes('/wal_')) await hang.promise
    }
    await ask("select pg_logical_emit_message(false, 'filler', repeat('x', 17000000))", of)
    clock.aheadMs = 55_000
    await waitFor(async () => (await told()) === 1)
    expect((await overviewOf(of)).pitr.failure?.message).toContain('does not respond')
    hang.reject(new Error('The store was unplugged'))
    await waitFor(async () => (await overviewOf(of)).pitr.failure?.message === 'The store was unplugged')
    clock.aheadMs = 0
    store.beforeWrite = async () => undefined
    await waitFor(async () => (await overviewOf(of)).pitr.failure === null)
    const moment = await aMoment()
    await waitFor(async () => (await overviewOf(of)).pitr.latest! > moment)
    expect((await overviewOf(of)).pitr.ranges).toHaveLength(before)
  })

  test('a synchronous database waits with each commit until its log has been received', async () => {
    const change = (is_synchronous: boolean) =>
      owner.call(changeBackupSettings, { params: { ref: of }, body: { is_synchronous } })
    const waitsFor = (state: string) =>
      waitFor(async () => {
        const rows = await ask(
          "select sync_state from pg_stat_replication where application_name = 'basalt archive'",
          of,
        )
        return JSON.stringify(rows) === JSON.stringify([{ sync_state: state }])
      })
    expect(await change(true)).toMatchObject({ status: 200 })
    await waitsFor('sync')
    const hang = Promise.withResolvers<void>()
    store.beforeWrite = async (key) => {
      if (key.includes('/wal_')) await hang.promise
    }
    let isCommitted = false
    const writing = ask(
      "create table big as select 1 as n; select pg_logical_emit_message(true, 'filler', repeat('x', 17000000))",
      of,
    ).then(() => {
      isCommitted = true
    })
    await waitFor(async () => {
      const waiting = await ask("select pid from pg_stat_activity where wait_event = 'SyncRep'", of)
      return (waiting as unknown[]).length === 1
    })
    expect(isCommitted).toBe(false)
    hang.resolve()
    await writing
    store.beforeWrite = async () => undefined
    expect(await change(false)).toMatchObject({ status: 200 })
    await waitsFor('async')
    await change(true)
    await waitsFor('sync')
  })

  test('once it is switched off, the server keeps no log for it', async () => {
    await owner.call(changeBackupSettings, { params: { ref: of }, body: { pitr_enabled: false } })
    expect((await overviewOf(of)).pitr.enabled).toBe(false)
    await waitFor(async () => {
      const { socket, port } = (await fixture.engine.endpoint(of))!
      const password = await fixture.secretsOf.read(of, 'superuser_password')
      const client = new pg.Client({
        host: socket!,
        port,
        user: 'basalt_admin',
        password,
        database: 'postgres',
      })
      await client.connect()
      const { rows } = await client.query(
        "select (select count(*)::int from pg_replication_slots) as slots, current_setting('synchronous_standby_names') as waits",
      )
      await client.end()
      return rows[0].slots === 0 && rows[0].waits === ''
    })
  })
})

test('a backup that is damaged in the store is not restored and leaves the project as it was, and one that fails is a critical notification', async () => {
  const of = await healthyProject()
  await ask('create table kept as select 1 as n', of)
  const { id } = await aBackup(undefined, of)
  const archive = (
    await fixture.metadata
      .selectFrom('backups')
      .select('archive')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).archive
  const key = `${of}/${archive}/backup_${id}_pack`
  const backups = fixture.backupStore
  const bytes: Buffer[] = []
  for await (const piece of (await backups.read(key))!) bytes.push(piece as Buffer)
  const damaged = Buffer.concat(bytes)
  const middle = Math.floor(damaged.length / 2)
  damaged.fill(0, middle, middle + 64)
  await backups.write(
    key,
    (async function* () {
      yield damaged
    })(),
  )
  await owner.call(restoreBackup, { params: { ref: of }, body: { id } })
  await restoreReaches('FAILED', of)
  expect((await overviewOf(of)).restore?.error).toMatch(/is damaged: \S+ does not have its checksum/)
  expect(await ask('select n from kept', of)).toEqual([{ n: 1 }])

  // A store that refuses the next one.
  await fixture.metadata
    .insertInto('backup_settings')
    .values({ ref: of, archive: 'no key of a blob' })
    .onConflict((conflict) => conflict.column('ref').doUpdateSet({ archive: 'no key of a blob' }))
    .execute()
  expect(await aBackup('cannot be', of)).toMatchObject({ status: 'FAILED', error: expect.any(String) })
  await waitFor(async () => {
    const { body } = await owner.call(listNotifications, { query: {} })
    return body.some(({ name, priority }) => name === 'project_backup_failed' && priority === 'Critical')
  })
})

test('a page that is damaged in the database is a critical notification, and its backup is neither called checked nor built on', async () => {
  const of = await healthyProject()
  const [{ file }] = (await ask(
    `create table kept as select n, repeat('x', 500) as t from generate_series(1, 1000) n;
     select pg_relation_filepath('kept') as file`,
    of,
  )) as [{ file: string }]
  await asSuperuser(of, 'checkpoint')
  const [{ folder }] = await asSuperuser(of, "select current_setting('data_directory') as folder")
  await damage(path.join(folder, file))
  const damaged = await aBackup(undefined, of)
  expect(damaged).toMatchObject({ checked_at: expect.any(String), verified_at: null })
  expect(damaged.verification!.problems).toEqual([
    expect.stringMatching(new RegExp(`checksum.*${file}.*block 3`)),
  ])
  const { body } = await owner.call(listNotifications, { query: {} })
  expect(
    body.find(({ name, data }) => name === 'project_backup_failed' && data.project_ref === of),
  ).toMatchObject({ priority: 'Critical' })
  expect(await aBackup(undefined, of)).toMatchObject({ kind: 'full' })
  await owner.call(deleteProject, { params: { ref: of } })
})

/** Flips the bits of some bytes of a relation's fourth page. */
async function damage(file: string) {
  await using relation = await open(file, 'r+')
  const at = 3 * 8192 + 5000
  const { buffer } = await relation.read(Buffer.alloc(16), 0, 16, at)
  await relation.write(
    buffer.map((byte) => byte ^ 0xff),
    0,
    16,
    at,
  )
}

test('a project that is paused during its backup fails the backup without alarming anyone', async () => {
  const of = await healthyProject()
  const failures = async () =>
    (await owner.call(listNotifications, { query: {} })).body.filter(
      ({ name, data }) => name === 'project_backup_failed' && data.project_ref === of,
    )
  const writing = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<void>()
  store.beforeWrite = async (key) => {
    if (!key.startsWith(of)) return
    writing.resolve()
    await paused.promise
  }
  const { body } = await owner.call(createBackup, { params: { ref: of }, body: {} })
  await writing.promise
  await owner.call(pauseProject, { params: { ref: of } })
  await reaches(owner, of, 'INACTIVE')
  store.beforeWrite = async () => undefined
  paused.resolve()
  const found = async () => (await overviewOf(of)).backups.find(({ id }) => id === body.id)!
  await waitFor(async () => (await found()).status === 'FAILED')
  expect((await found()).error).toContain('The database was stopped during the backup')
  expect(await failures()).toEqual([])
})

test('a backup whose check was interrupted is checked by the next server', async () => {
  const { id } = await aBackup()
  const { verified_at } = await fixture.metadata
    .selectFrom('backups')
    .select('verified_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`update backups set verified_at = null where id = ${id}`.execute(fixture.metadata)
  await fixture.backups.resumeAll()
  await waitFor(async () => {
    const found = (await overviewOf()).backups.find((backup) => backup.id === id)!
    return found.verified_at !== null && found.verified_at > verified_at!
  })
})

test('what cannot be is refused in words', async () => {
  const params = { ref }
  const none = { id: randomUUID() }
  expect(await owner.call(restoreBackup, { params, body: none })).toMatchObject({ status: 404 })
  expect(await owner.call(deleteBackup, { params: { ref, ...none } })).toMatchObject({ status: 404 })
  expect(await owner.call(createBackup, { params, body: { name: 'x'.repeat(65) } })).toMatchObject({
    status: 400,
  })
  for (const body of [
    { name: 'neither' },
    { name: 'both', ...none, recovery_time_target: '2026-01-01T00:00:00Z' },
  ])
    expect(await owner.call(restoreToNewProject, { params, body })).toMatchObject({ status: 400 })
  const reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  const developer = await aMember(fixture, owner, organization.slug, { role_id: 'developer' })
  expect((await reader.call(listBackups, { params })).status).toBe(200)
  expect((await reader.call(createBackup, { params, body: {} })).status).toBe(403)
  const point = { name: 'nothing to return to', reason: 'manual' as const }
  expect((await reader.call(createRestorePoint, { params, body: point })).status).toBe(403)
  expect((await owner.call(createRestorePoint, { params, body: point })).status).toBe(409)
  expect((await developer.call(restoreBackup, { params, body: none })).status).toBe(403)
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'free' } })
  expect(await owner.call(changeBackupSettings, { params, body: { pitr_enabled: true } })).toMatchObject({
    status: 403,
  })
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'pro' } })
})
