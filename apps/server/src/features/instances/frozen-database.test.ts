import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getInstanceFacts } from '@basalt/contract/instances/instances.endpoints.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { getProject, pauseProject, restartProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { postgresProcessesIn } from '@basalt/postgres-supervisor/process/working-directories.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const WATCH_INTERVAL_MS = 100

let base: Awaited<ReturnType<typeof newBase>>
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let params: { ref: string }
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base, {
    watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS },
  })
  owner = await signUp(fixture)
  params = { ref: (await aProject(owner, await anOrganization(owner))).ref }
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  fixture.watch.start()
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const folder = () => path.join(base.root, 'instances', 'instances', params.ref, 'data')
const processes = () => postgresProcessesIn(folder())
async function aSession() {
  const password = await fixture.secretsOf.read(params.ref, 'database_password')
  const address = await fixture.engine.networkAddress(params.ref)
  const client = new pg.Client({ ...address, user: 'postgres', database: 'postgres', password })
  await client.connect()
  return { query: (text: string) => client.query(text), [Symbol.asyncDispose]: () => client.end() }
}
async function send(name: NodeJS.Signals) {
  for (const pid of await processes()) signal(pid, name)
}
const answer = async () => (await owner.call(runQuery, { params, body: { query: 'select 1 as one' } })).body
const failure = async () => (await owner.call(getProject, { params })).body.failure

test('a frozen database is noticed, and becomes healthy again once it resumes', async () => {
  await send('SIGSTOP')
  await reaches(owner, params.ref, 'ACTIVE_UNHEALTHY')
  expect(await failure()).toContain('has not answered a query')
  expect((await owner.call(getInstanceFacts, { params })).status).toBe(200)
  await fixture.metrics.sampling.sampleNow(params.ref)
  const { body } = await owner.call(listNotifications, { query: {} })
  expect(JSON.stringify(body)).toContain('is not responding')
  await send('SIGCONT')
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  expect(await answer()).toEqual([{ one: 1 }])
})

test('a database that answers in old sessions but accepts no login is noticed', async () => {
  await using session = await aSession()
  const [postmaster] = (await readFile(path.join(folder(), 'postmaster.pid'), 'utf8')).split('\n')
  signal(Number(postmaster), 'SIGSTOP')
  await reaches(owner, params.ref, 'ACTIVE_UNHEALTHY')
  expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  signal(Number(postmaster), 'SIGCONT')
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
})

test('a restart replaces every process of a frozen database', async () => {
  await answer()
  const before = await processes()
  await send('SIGSTOP')
  // An open page gets an answer and does not hang.
  expect((await owner.call(getInstanceFacts, { params })).status).toBe(503)
  await owner.call(restartProject, { params })
  await reaches(owner, params.ref, 'ACTIVE_HEALTHY')
  const after = await processes()
  expect(before.filter((pid) => after.includes(pid))).toEqual([])
  expect(await answer()).toEqual([{ one: 1 }])
})

test('a frozen database can be paused', async () => {
  await answer()
  await send('SIGSTOP')
  await owner.call(pauseProject, { params })
  await reaches(owner, params.ref, 'INACTIVE')
  expect(await processes()).toEqual([])
})
