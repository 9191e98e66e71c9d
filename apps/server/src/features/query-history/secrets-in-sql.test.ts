import { Writable } from 'node:stream'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { listActivity, listRunningQueries, runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listQueryHistory } from '@basalt/contract/query-history/query-history.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const SECRET = 'hunter2hunter2'
let log = ''
let fixture: AppFixture
let owner: Person
let reader: Person
let project: Project
beforeAll(async () => {
  const logger = pino(
    new Writable({
      write(line, _encoding, done) {
        log += String(line)
        done()
      },
    }),
  )
  fixture = await openApp({}, { logger })
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
  reader = await aMember(fixture, owner, project.organization_slug, { role_id: 'read_only' })
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const run = (query: string) => owner.call(runQuery, { params: params(), query: {}, body: { query } })

test.each([
  ['that runs', `create role keeper password '${SECRET}'`, 200],
  ['that fails', `alter role nobody_here password '${SECRET}'`, 400],
  ['that PostgreSQL cannot read', `alter role keeper password ${SECRET}`, 400],
  ['in another kind of statement', `select '${SECRET}' as password, missing`, 400],
])('a password in SQL %s is not in the history, the metadata or the log', async (_how, query, status) => {
  log = ''
  expect((await run(query)).status).toBe(status)
  const { body } = await reader.call(listQueryHistory, { params: params(), query: {} })
  expect(body.data[0]!.sql).toContain('password')
  expect(JSON.stringify(body)).not.toContain(SECRET)
  await owner.call(listOrganizationAudit, { params: { slug: project.organization_slug } })
  for (const table of ['query_runs', 'audit_entries'] as const) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
      fixture.metadata,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  }
  expect(log).toContain('request completed')
  expect(log).not.toContain(SECRET)
})

test('other members see no password in running queries and database activity', async () => {
  const running = run(`select pg_sleep(600), '${SECRET}' as password`)
  await waitFor(async () => {
    const { body } = await reader.call(listRunningQueries, { params: params() })
    expect(JSON.stringify(body)).not.toContain(SECRET)
    return body.length === 1
  })
  const { body: active } = await waitFor(async () => {
    const listed = await owner.call(listActivity, { params: params(), query: {} })
    return listed.body.length === 1 ? listed : undefined
  })
  expect(JSON.stringify(active)).toContain('pg_sleep')
  expect(JSON.stringify(active)).not.toContain(SECRET)
  await owner.call(runQuery, {
    params: params(),
    query: {},
    // Excludes itself.
    body: {
      query:
        "select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()",
    },
  })
  expect((await running).status).toBe(400)
})
