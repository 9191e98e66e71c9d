import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { listJobs, runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from './test/app-fixture.ts'
import { analyzeSlice } from './test/examples/analyze.slice.ts'
import { followClock } from './test/examples/clock.endpoints.ts'
import { clockSlice } from './test/examples/clock.slice.ts'
import { listSequences } from './test/examples/sequences.endpoints.ts'
import { sequencesSlice } from './test/examples/sequences.slice.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from './test/people.ts'

/** The examples of CONTRIBUTING.md, in a server that has them. */

let fixture: AppFixture
let owner: Person
let ref: string
beforeAll(async () => {
  fixture = await openApp({}, { features: [sequencesSlice, analyzeSlice, clockSlice] })
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  owner = await signUp(fixture)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const runSql = async (query: string) => {
  const { status, body } = await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record<string, unknown>[]
}

test.each(['sequences.endpoints', 'sequences.slice', 'analyze.slice', 'clock.endpoints', 'clock.slice'])(
  'the text shows %s exactly as it runs here',
  (name) => {
    const text = readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'CONTRIBUTING.md'), 'utf8')
    const source = readFileSync(path.join(import.meta.dirname, 'test', 'examples', `${name}.ts`), 'utf8')
    const withoutImports = source.replaceAll(/^import [^;]*? from '.*'\n/gm, '').trim()
    expect(text).toContain(`\n${withoutImports}\n`)
  },
)

test('a page over the catalog shows what the database has', async () => {
  await runSql('create sequence tickets as integer')
  const { status, body } = await owner.call(listSequences, { params: { ref } })
  expect({ status, body }).toEqual({
    status: 200,
    body: [{ schema: 'public', name: 'tickets', type: 'integer' }],
  })
})

test('a job runs on each project, and the jobs page shows it', async () => {
  await runSql('create table counted as select generate_series(1, 1000) as n')
  fixture.jobs.start()
  await owner.call(runJob, { params: { name: 'analyze' } })
  const [row] = await waitFor(async () => {
    const rows = await runSql(`select reltuples from pg_class where relname = 'counted' and reltuples = 1000`)
    return rows.length === 1 ? rows : undefined
  })
  expect(row).toMatchObject({ reltuples: 1000 })
  expect((await owner.call(listJobs)).body).toContainEqual(
    expect.objectContaining({ name: 'analyze', title: 'Refresh the statistics of tables' }),
  )
})

test('a socket sends messages to clients that may connect', async () => {
  const { port } = fixture.app.server.address() as AddressInfo
  const { body } = await owner.call(createAccessToken, { body: { name: 'clock' } })
  const headers = { authorization: `Bearer ${body.token}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${followClock.path}`, { headers } as never)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.addEventListener('message', ({ data }) => resolve(String(data)))
  socket.addEventListener('error', reject)
  expect(followClock.response.parse(JSON.parse(await promise))).toEqual({ now: expect.any(String) })
  socket.close()
})
