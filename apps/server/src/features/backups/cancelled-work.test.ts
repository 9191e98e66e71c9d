import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { backupKeys } from '@basalt/backups/backup-keys.ts'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import {
  cancelBackup,
  cancelBackupCheck,
  cancelRestore,
  checkBackup,
  createBackup,
  decideRestore,
  deleteBackup,
  listBackups,
  restoreBackup,
  restoreToNewProject,
} from '@basalt/contract/backups/backups.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { cancelQuery, followQuery, runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WorkCancelled } from '../../platform/work-cancelled.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

/** A step that work stops at, from `hold` to `release`. */
function aStep() {
  let reached = Promise.withResolvers<void>()
  let goesOn: PromiseWithResolvers<void> | undefined
  return {
    async pass() {
      if (!goesOn) return
      reached.resolve()
      await goesOn.promise
    },
    hold() {
      reached = Promise.withResolvers()
      goesOn = Promise.withResolvers()
      return reached.promise
    },
    release() {
      goesOn?.resolve()
      goesOn = undefined
    },
  }
}

/** The files of a backup have been sent in part; all but its list are stored; a database is unpacked in part. */
const steps = { sending: aStep(), listing: aStep(), unpacking: aStep() }
afterEach(() => {
  for (const step of Object.values(steps)) step.release()
})

async function* passing<T>(items: AsyncIterable<T>, step: { pass(): Promise<void> }): AsyncIterable<T> {
  for await (const item of items) {
    yield item
    await step.pass()
  }
}

const stopping = (engine: Engine): Engine =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'restore')
        return (id: string, options: RestoreOptions) =>
          target.restore(id, { ...options, files: passing(options.files, steps.unpacking) })
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
      wrapEngine: stopping,
      wrapBackups: (backups) => ({
        ...backups,
        async write(key, body) {
          if (!key.startsWith(`${ref}/`)) return backups.write(key, body)
          if (key.endsWith('index')) await steps.listing.pass()
          return backups.write(key, passing(body, steps.sending))
        },
      }),
    },
  )
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  ref = (await aProject(owner, organization)).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask('create table kept as select n from generate_series(1, 3) n')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const overview = async () => (await owner.call(listBackups, { params: { ref } })).body
const ask = async (query: string, of = ref) =>
  (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
const found = async (id: string) => (await overview()).backups.find((backup) => backup.id === id)!
const params = (id: string) => ({ params: { ref, id } })

async function begunBackup() {
  const { status, body } = await owner.call(createBackup, { params: { ref }, body: {} })
  expect(status).toBe(201)
  return body.id
}

async function aCheckedBackup() {
  const id = await begunBackup()
  await waitFor(async () => (await found(id)).checked_at !== null)
  return id
}

const isGone = async (instance: string) => !(await fixture.engine.exists(instance))

/** What is stored of one backup. */
async function storedOf(id: string) {
  const keys = []
  for await (const { key } of fixture.backupStore.list(ref)) if (key.includes(id)) keys.push(key)
  return keys
}

/** The sessions of backups at the database. */
const sessions = () =>
  ask("select count(*)::int as n from pg_stat_activity where application_name = 'basalt backup'")

test.each(['sending', 'listing'] as const)(
  'a backup that is cancelled at its step %s leaves nothing, and the next one is made as if it had not been',
  async (step) => {
    const reached = steps[step].hold()
    const id = await begunBackup()
    await reached
    expect(await owner.call(deleteBackup, params(id))).toMatchObject({
      status: 409,
      body: { message: 'This backup is being made. Cancel it instead.' },
    })
    expect(await owner.call(cancelBackup, params(id))).toMatchObject({ status: 200 })
    // Somebody else cancels it too.
    expect(await owner.call(cancelBackup, params(id))).toMatchObject({ status: 409 })
    expect((await found(id)).status).toBe('CANCELLING')
    steps[step].release()
    await waitFor(async () => (await found(id)).status === 'CANCELLED')
    expect(await storedOf(id)).toEqual([])
    await waitFor(async () => JSON.stringify(await sessions()) === '[{"n":0}]')
    expect(await isGone(`${ref}-check`)).toBe(true)

    const next = await aCheckedBackup()
    expect(await found(next)).toMatchObject({ status: 'COMPLETED', kind: 'full', error: null })
    expect(await owner.call(cancelBackup, params(next))).toMatchObject({
      status: 409,
      body: { message: 'This backup is no longer being made.' },
    })
    expect(await owner.call(restoreBackup, { params: { ref }, body: { id } })).toMatchObject({ status: 409 })
    for (const one of [id, next])
      expect(await owner.call(deleteBackup, params(one))).toMatchObject({ status: 200 })
  },
)

test('a backup that waits for its turn is cancelled at once', async () => {
  const reached = steps.sending.hold()
  const first = await begunBackup()
  await reached
  const second = await begunBackup()
  await owner.call(cancelBackup, params(second))
  await waitFor(async () => (await found(second)).status === 'CANCELLED')
  expect((await found(first)).status).toBe('RUNNING')
  steps.sending.release()
  await waitFor(async () => (await found(first)).checked_at !== null)
  await fixture.backups.settled()
  expect((await found(second)).status).toBe('CANCELLED')
  expect(await storedOf(second)).toEqual([])
  await owner.call(deleteBackup, params(first))
})

test('a cancelled job cancels the backup that it makes', async () => {
  const reached = steps.sending.hold()
  const job = new AbortController()
  const run = fixture.backups.backUpBySchedule(ref, { signal: job.signal, progress: () => undefined })
  await reached
  job.abort(new WorkCancelled())
  steps.sending.release()
  await run
  const [last] = (await overview()).backups
  expect(last).toMatchObject({ status: 'CANCELLED', is_scheduled: true })
  expect(await storedOf(last!.id)).toEqual([])
})

test('a check that is cancelled leaves the backup, which is checked later, and is deleted during its check', async () => {
  const reached = steps.unpacking.hold()
  const id = await begunBackup()
  await reached
  expect(await found(id)).toMatchObject({
    status: 'COMPLETED',
    checked_at: null,
    check: { step: 'unpacking', total_bytes: expect.any(Number) },
  })
  expect(await owner.call(checkBackup, params(id))).toMatchObject({ status: 409 })
  expect(await owner.call(cancelBackup, params(id))).toMatchObject({ status: 409 })
  expect(await owner.call(cancelBackupCheck, params(id))).toMatchObject({ status: 200 })
  steps.unpacking.release()
  await waitFor(() => isGone(`${ref}-check`))
  await fixture.backups.settled()
  expect(await found(id)).toMatchObject({
    checked_at: expect.any(String),
    verified_at: null,
    verification: null,
    restore_seconds: null,
    check: null,
  })
  expect(await owner.call(cancelBackupCheck, params(id))).toMatchObject({ status: 409 })

  expect(await owner.call(checkBackup, params(id))).toMatchObject({ status: 201 })
  await waitFor(async () => (await found(id)).verified_at !== null)
  expect(await found(id)).toMatchObject({ verification: { problems: [] } })

  const again = steps.unpacking.hold()
  await owner.call(checkBackup, params(id))
  await again
  const deletion = owner.call(deleteBackup, params(id))
  steps.unpacking.release()
  expect(await deletion).toMatchObject({ status: 200 })
  expect(await isGone(`${ref}-check`)).toBe(true)
})

test('a restore in place that is cancelled leaves the project as it is, and another one can follow', async () => {
  const id = await aCheckedBackup()
  await ask('insert into kept values (4)')
  const reached = steps.unpacking.hold()
  await owner.call(restoreBackup, { params: { ref }, body: { id } })
  await reached
  const { restore } = await overview()
  expect(await owner.call(cancelRestore, { params: { ref }, body: { id: randomUUID() } })).toMatchObject({
    status: 409,
  })
  const cancelled = { params: { ref }, body: { id: restore!.id } }
  expect(await owner.call(cancelRestore, cancelled)).toMatchObject({ status: 200 })
  expect(await owner.call(cancelRestore, cancelled)).toMatchObject({ status: 409 })
  expect((await overview()).restore!.status).toBe('CANCELLING')
  steps.unpacking.release()
  await waitFor(async () => (await overview()).restore?.status === 'CANCELLED')
  const { instance } = await fixture.metadata
    .selectFrom('restores')
    .select('instance')
    .where('id', '=', restore!.id)
    .executeTakeFirstOrThrow()
  expect(await isGone(instance!)).toBe(true)
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 4 }])

  await owner.call(restoreBackup, { params: { ref }, body: { id } })
  await waitFor(async () => (await overview()).restore?.status === 'RESTORED')
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  expect(await owner.call(cancelRestore, { params: { ref }, body: {} })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('no longer being prepared') },
  })
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 3 }])
  await owner.call(decideRestore, { params: { ref }, body: { keep: 'restored' } })
  await waitFor(async () => (await overview()).restore?.status === 'CONFIRMED')
})

test('a project that is made from a backup says how far it is, and is gone once that is cancelled', async () => {
  const id = await aCheckedBackup()
  const reached = steps.unpacking.hold()
  const { body } = await owner.call(restoreToNewProject, { params: { ref }, body: { id, name: 'Too much' } })
  await reached
  const made = { params: { ref: body.ref } }
  await waitFor(async () => (await owner.call(listBackups, made)).body.restore?.progress)
  const { restore } = (await owner.call(listBackups, made)).body
  expect(restore).toMatchObject({ is_new_project: true, status: 'PREPARING' })
  expect(await owner.call(cancelRestore, { ...made, body: { id: restore!.id } })).toMatchObject({
    status: 200,
  })
  steps.unpacking.release()
  await waitFor(async () => (await owner.call(getProject, made)).status === 404)
  expect(await isGone(body.ref)).toBe(true)
  // The backup is no longer in use.
  await waitFor(async () => (await owner.call(deleteBackup, params(id))).status === 200)
})

test('SQL whose backup is cancelled does not run, and a client that no longer waits cancels the backup', async () => {
  const statement = { params: { ref }, body: { query: 'delete from kept', restore_point: true } }
  const reached = steps.sending.hold()
  const running = owner.call(streamQuery, statement)
  await reached
  const [backup] = (await overview()).backups
  await owner.call(cancelBackup, params(backup!.id))
  steps.sending.release()
  expect(await running).toMatchObject({
    status: 409,
    body: { message: 'Nothing was changed: the backup before it was cancelled.' },
  })

  const address = await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = (await owner.call(createAccessToken, { body: { name: 'a script' } })).body
  const again = steps.sending.hold()
  const client = new AbortController()
  const left = fetch(address + streamQuery.path.replace(':ref', ref), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(statement.body),
    signal: client.signal,
  })
  await Promise.race([again, left.then((response) => expect.unreachable(String(response.status)))])
  client.abort()
  await expect(left).rejects.toThrow()
  const last = async () => (await overview()).backups[0]!
  const connections = promisify(fixture.app.server.getConnections.bind(fixture.app.server))
  await waitFor(async () => (await connections()) === 0)
  steps.sending.release()
  await waitFor(async () => (await last()).status === 'CANCELLED')
  expect(await storedOf((await last()).id)).toEqual([])
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 3 }])
})

test('SQL that is cancelled while it waits for its backup never runs, though its client still waits', async () => {
  const keep = randomUUID()
  const body = { query: 'delete from kept', restore_point: true, keep }
  const reached = steps.sending.hold()
  const running = owner.call(streamQuery, { params: { ref }, body })
  await reached
  expect((await owner.call(cancelQuery, { params: { ref, id: keep } })).status).toBe(200)
  steps.sending.release()
  expect(await running).toMatchObject({
    status: 409,
    body: { message: 'The query was cancelled before it ran. Nothing was changed.' },
  })
  await waitFor(async () => (await overview()).backups[0]!.status === 'CANCELLED')
  expect((await owner.call(followQuery, { params: { ref, id: keep } })).status).toBe(404)
  expect((await owner.call(cancelQuery, { params: { ref, id: keep } })).status).toBe(404)
  expect(await ask('select count(*)::int as n from kept')).toEqual([{ n: 3 }])
})

test('what a killed server was cancelling is removed by the next one', async () => {
  const kept = await aCheckedBackup()
  const { archive } = await fixture.metadata
    .selectFrom('backups')
    .select('archive')
    .where('id', '=', kept)
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await fixture.metadata
    .insertInto('backups')
    .values({ id, ref, archive, name: null, is_scheduled: false, status: 'CANCELLING' })
    .execute()
  await fixture.backupStore.write(
    backupKeys(`${ref}/${archive}`, id).pack,
    (async function* () {
      yield Buffer.from('half of it')
    })(),
  )
  const instance = `${ref}-before-killed`
  await fixture.engine.create(instance, { superuserPassword: 'secret' })
  await fixture.metadata
    .insertInto('restores')
    .values({
      id,
      ref,
      source_ref: ref,
      backup: kept,
      archive,
      recovery_time: null,
      instance,
      status: 'CANCELLING',
    })
    .execute()
  await fixture.backups.resumeAll()
  await waitFor(async () => (await found(id)).status === 'CANCELLED')
  await waitFor(async () => (await overview()).restore?.status === 'CANCELLED')
  expect(await storedOf(id)).toEqual([])
  expect(await isGone(instance)).toBe(true)
  expect((await found(kept)).status).toBe('COMPLETED')
})
