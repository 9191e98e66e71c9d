import { getInstallationRole } from '@basalt/contract/installation/installation.endpoints.ts'
import { cancelJobRun, listJobs, runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainJob } from '../../platform/jobs/job.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { type Person, personWith, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let other: Person
const gate = Promise.withResolvers<void>()

/** Runs until `gate` resolves or the run is cancelled. */
const slow: PlainJob = {
  name: 'test-slow',
  title: 'Wait',
  schedule: '0 0 1 1 *',
  async run({ signal, progress }) {
    progress(2, 5)
    const aborted = new Promise((_resolve, reject) => signal.addEventListener('abort', reject))
    await Promise.race([gate.promise, aborted])
  },
}
const broken: PlainJob = {
  name: 'test-broken',
  title: 'Break',
  schedule: '0 0 1 1 *',
  retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
  run: () => Promise.reject(new Error('the cable *is* unplugged')),
}

beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  other = await signUp(fixture)
  fixture.jobs.define([slow, broken])
  fixture.jobs.start()
})
afterAll(async () => {
  gate.resolve()
  await fixture[Symbol.asyncDispose]()
})

const jobNamed = async (name: string) => (await owner.call(listJobs)).body.find((job) => job.name === name)!

test('only the owner of the installation sees, runs and cancels jobs', async () => {
  const id = crypto.randomUUID()
  const anonymous = personWith(fixture.app, '', { host: 'localhost:80' })
  for (const [person, status] of [
    [other, 403],
    [anonymous, 401],
  ] as const) {
    expect((await person.call(listJobs)).status).toBe(status)
    expect((await person.call(runJob, { params: { name: slow.name } })).status).toBe(status)
    expect((await person.call(cancelJobRun, { params: { id } })).status).toBe(status)
  }
  expect((await owner.call(getInstallationRole)).body).toEqual({ is_owner: true })
  expect((await other.call(getInstallationRole)).body).toEqual({ is_owner: false })
  expect((await jobNamed(slow.name)).running).toEqual([])
})

test('every job has a title and its next time', async () => {
  const jobs = (await owner.call(listJobs)).body
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['storage-sweep', 'expired-uploads']))
  for (const { schedule, next_run_at } of jobs)
    expect(next_run_at === null ? null : Date.parse(next_run_at) > Date.now()).toBe(schedule && true)
})

test('a job can be run at once, shows its progress, and can be cancelled', async () => {
  expect((await owner.call(runJob, { params: { name: slow.name } })).status).toBe(200)
  const { id } = await waitFor(async () => (await jobNamed(slow.name)).running[0])
  expect((await jobNamed(slow.name)).running).toMatchObject([{ id, progress: { done: 2, total: 5 } }])
  expect(await owner.call(runJob, { params: { name: slow.name } })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect((await owner.call(cancelJobRun, { params: { id } })).status).toBe(200)
  await waitFor(async () => (await jobNamed(slow.name)).running.length === 0)
  expect((await jobNamed(slow.name)).last_run).toMatchObject({ state: 'cancelled' })
  expect((await owner.call(cancelJobRun, { params: { id } })).status).toBe(404)
})

test('an unknown job is not found', async () => {
  expect((await owner.call(runJob, { params: { name: 'nothing' } })).status).toBe(404)
  expect((await owner.call(runJob, { params: { name: 'No Name' } })).status).toBe(400)
  expect((await owner.call(cancelJobRun, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('the owner is notified once of a job that has finally failed', async () => {
  const failures = async () => (await jobNamed(broken.name)).failures
  await owner.call(runJob, { params: { name: broken.name } })
  await waitFor(async () => (await failures()).length === 1)
  expect(await failures()).toMatchObject([{ error: 'the cable *is* unplugged', retry_at: null }])
  const notifications = async () =>
    (await owner.call(listNotifications)).body.filter(({ name }) => name === 'job_failed')
  const [notification] = await waitFor(async () =>
    (await notifications()).length > 0 ? notifications() : undefined,
  )
  expect(notification).toMatchObject({
    priority: 'Warning',
    data: { title: 'A background job failed: Break', message: 'the cable \\*is\\* unplugged' },
  })
  expect((await other.call(listNotifications)).body).toEqual([])
})
