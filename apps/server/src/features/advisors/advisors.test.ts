import {
  dismissLint,
  getAdvisorSummary,
  reopenLint,
  runLints,
} from '@basalt/contract/advisors/advisors.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person, signUp } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'

const clock = aClock()
let project: DataApiFixture
let owner: Person
let reader: Person
beforeAll(async () => {
  project = await openDataApi('', { now: clock.now, env: { BASALT_HOST: '0.0.0.0' } })
  owner = project.owner
  const [organization] = (await owner.call(listOrganizations)).body
  reader = await aMember(project, owner, organization!.slug, { role_id: 'read_only' })
  project.startFeatures(Promise.resolve())
})
afterAll(() => project[Symbol.asyncDispose]())

const place = () => ({ params: { ref: project.ref } })
const lints = async (person = owner) => {
  const { status, body } = await person.call(runLints, place())
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const finding = async (key: string) => (await lints()).find(({ cache_key }) => cache_key === key)
const run = async (query: string) => {
  const { status, body } = await owner.call(runQuery, { ...place(), query: {}, body: { query } })
  expect(status, JSON.stringify(body)).toBe(200)
}
const notices = async () =>
  (await owner.call(listNotifications)).body.filter(({ name }) => name === 'advisor_errors')
const summary = async () => (await owner.call(getAdvisorSummary, place())).body
const OPEN = 'rls_disabled_in_public:public.open'

test('a new project has findings only about its settings', async () => {
  expect((await summary()).ran_at).toBeNull()
  expect((await lints()).map(({ cache_key, level }) => `${level} ${cache_key}`)).toEqual([
    'WARN ssl_not_enforced',
    'WARN network_restrictions_not_set',
    'WARN administrators_without_mfa',
    'WARN no_backup_admin',
    'WARN pitr_not_enabled',
  ])
  expect(await summary()).toMatchObject({ counts: { security: { ERROR: 0, WARN: 5, INFO: 0 } } })
})

test('a finding has the fields of a lint, and its fix corrects it', async () => {
  await project.sql('create table public.open (id int primary key)')
  const found = await finding(OPEN)
  expect(found).toMatchObject({
    name: 'rls_disabled_in_public',
    level: 'ERROR',
    facing: 'EXTERNAL',
    categories: ['SECURITY'],
    detail: 'The table public.open is exposed, and its row level security is off',
    remediation: expect.stringMatching(/^http:\/\/.*\/docs\/advisors#rls_disabled_in_public$/),
    fix: 'alter table public.open enable row level security',
    metadata: { schema: 'public', name: 'open', type: 'table' },
    dismissal: null,
  })
  await run(found!.fix!)
  expect(await finding(OPEN)).toBeUndefined()
  await run('alter table public.open disable row level security')
})

test('a change of the schema runs the lints, and members are told of an error once', async () => {
  await run('create table public.told (id int primary key)')
  const [notice] = await waitFor(async () => {
    const found = (await notices()).filter(({ data }) => data.message?.includes('public.told'))
    return found.length > 0 ? found : undefined
  })
  expect(notice).toMatchObject({
    priority: 'Warning',
    data: { actions: [{ url: `/project/${project.ref}/advisors/security?preset=ERROR` }] },
  })
  const before = await notices()
  await lints()
  expect(await notices()).toEqual(before)
})

test('a dismissed finding is not counted, and comes back when its object changes or the time is over', async () => {
  const errors = async () => (await summary()).counts.security.ERROR
  await lints()
  const before = await errors()
  const body = { cache_key: OPEN, reason: 'Public on purpose', days: null }
  const { ran_at } = await summary()
  expect(await owner.call(dismissLint, { ...place(), body })).toMatchObject({
    status: 201,
    body: { reason: body.reason, dismissed_by: owner.email, expires_at: null },
  })
  expect(await errors()).toBe(before - 1)
  await project.sql('insert into public.open values (1)')
  // Counted from the last run.
  expect((await summary()).ran_at).toBe(ran_at)
  expect((await finding(OPEN))?.dismissal).toMatchObject({ reason: body.reason })
  await project.sql('alter table public.open add column email text')
  expect((await finding(OPEN))?.dismissal).toBeNull()
  expect(await errors()).toBe(before)

  await owner.call(dismissLint, { ...place(), body: { ...body, days: 7 } })
  expect((await finding(OPEN))?.dismissal?.expires_at).toEqual(expect.any(String))
  clock.advance({ minutes: 8 * 24 * 60 })
  expect((await finding(OPEN))?.dismissal).toBeNull()
})

test('a dismissal can be ended, and a finding that is not there cannot be dismissed', async () => {
  const body = { cache_key: 'ssl_not_enforced', reason: 'Behind a tunnel', days: null }
  await owner.call(dismissLint, { ...place(), body })
  expect((await finding(body.cache_key))?.dismissal).not.toBeNull()
  const reopened = { ...place(), body: { cache_key: body.cache_key } }
  expect((await owner.call(reopenLint, reopened)).status).toBe(200)
  expect((await finding(body.cache_key))?.dismissal).toBeNull()
  expect((await owner.call(reopenLint, reopened)).status).toBe(404)
  const unknown = { ...body, cache_key: 'rls_disabled_in_public:public.nothing' }
  expect((await owner.call(dismissLint, { ...place(), body: unknown })).status).toBe(404)
  expect((await owner.call(dismissLint, { ...place(), body: { ...body, reason: ' ' } })).status).toBe(400)
})

test('weak passwords and failed backups are errors', async () => {
  await project.secretsOf.replace(project.ref, 'database_password', 'postgres')
  const backup = { ref: project.ref, archive: 'a', is_scheduled: true }
  await project.metadata
    .insertInto('backups')
    .values({ ...backup, id: 'failed', status: 'FAILED', error: 'The disk is full' })
    .execute()
  const found = (await lints()).filter(({ level }) => level === 'ERROR').map(({ detail }) => detail)
  expect(found).toEqual(
    expect.arrayContaining([
      'The password of the role postgres can be guessed',
      '1 backup has failed since the last complete one: The disk is full',
    ]),
  )
  await project.metadata
    .insertInto('backups')
    .values({ ...backup, id: 'done', status: 'COMPLETED' })
    .execute()
  expect(await finding('backups_failing')).toBeUndefined()
})

test('checks that are cut off are given up with words', async () => {
  const lock = await project.connect()
  await lock.query('begin; lock table storage.buckets')
  try {
    const running = owner.call(runLints, place())
    // As the time limit would, only sooner.
    await waitFor(async () => {
      const canceled = await project.sql(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%rls_disabled_in_public%'`,
      )
      return canceled.length > 0
    })
    const { status, body } = await running
    expect([status, JSON.stringify(body)]).toEqual([
      503,
      expect.stringContaining('did not finish the checks'),
    ])
  } finally {
    await lock.end()
  }
})

test('members who may only read see findings and cannot dismiss them; others see nothing', async () => {
  expect((await lints(reader)).length).toBeGreaterThan(0)
  const body = { cache_key: OPEN, reason: 'I say so', days: null }
  expect((await reader.call(dismissLint, { ...place(), body })).status).toBe(403)
  const stranger = await signUp(project)
  expect((await stranger.call(runLints, place())).status).toBe(404)
})

test('the daily run leaves a sleeping database asleep', async () => {
  clock.advance({ minutes: 60 })
  expect((await owner.call(putToSleep, place())).status).toBe(200)
  const before = await summary()
  await runJob(project, 'advisors-daily')
  expect(await summary()).toEqual(before)
  expect(await project.engine.endpoint(project.ref)).toBeUndefined()
})
