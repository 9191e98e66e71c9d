import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { listQueryHistory } from '@basalt/contract/query-history/query-history.endpoints.ts'
import { HISTORY_DAYS, HISTORY_SQL_MAX } from '@basalt/contract/query-history/query-history.rules.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { runJob } from '../../test/run-job.ts'
import { type FinishedRun, queryHistoryStore } from './query-history.store.ts'
import { queryRecorder } from './query-recorder.ts'

let fixture: AppFixture
let owner: Person
let reader: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
  reader = await aMember(fixture, owner, project.organization_slug, { role_id: 'read_only' })
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const params = () => ({ ref: project.ref })
const run = (person: Person, query: string, search: object = {}) =>
  person.call(runQuery, { params: params(), query: { ...search }, body: { query } })
const historyOf = async (search: string, person = owner) =>
  (await person.call(listQueryHistory, { params: params(), query: { search } })).body.data

test('the history lists each run with its user, SQL, role, duration and row count', async () => {
  await run(owner, 'select generate_series(1, 7) as seven')
  expect(await historyOf('SEVEN')).toEqual([
    {
      id: expect.any(String),
      sql: 'select generate_series(1, 7) as seven',
      is_cut: false,
      started_by: owner.email,
      role: 'postgres',
      database: project.ref,
      started_at: expect.any(String),
      duration_ms: expect.any(Number),
      row_count: 7,
      outcome: 'done',
      error: null,
      sqlstate: null,
    },
  ])
})

test('a streamed run is recorded, and other members of the project can see it', async () => {
  await owner
    .send('POST', requestUrl(streamQuery, { params: params() }), { query: 'select 1 as streamed' })
    .catch(
      // The response is lines, not JSON, but it has been read to the end.
      () => undefined,
    )
  expect(await historyOf('streamed', reader)).toMatchObject([{ started_by: owner.email, row_count: 1 }])
})

test('a run that names the primary is recorded with the primary as its database', async () => {
  const body = { query: 'select 1 as on_primary', database: project.ref }
  await owner.call(runQuery, { params: params(), query: {}, body })
  expect(await historyOf('on_primary')).toMatchObject([{ database: project.ref }])
})

test('a failed run is stored with the error of PostgreSQL', async () => {
  await run(reader, 'select nothing_here')
  expect(await historyOf('nothing_here')).toMatchObject([
    {
      role: 'basalt_read_only',
      outcome: 'failed',
      sqlstate: '42703',
      error: 'column "nothing_here" does not exist',
    },
  ])
})

test("the dashboard's own catalog queries are not recorded", async () => {
  await run(owner, 'select 1 as of_catalogs', { key: 'catalog:tables' })
  await run(owner, 'select 2 as of_catalogs', { key: 'mine' })
  expect(await historyOf('of_catalogs')).toMatchObject([{ sql: 'select 2 as of_catalogs' }])
})

test('long SQL is truncated to well-formed text', async () => {
  await run(owner, `select 'longest' as "😀" -- ${'😀'.repeat(HISTORY_SQL_MAX)}`)
  const [entry] = await historyOf('longest')
  expect(entry).toMatchObject({ is_cut: true, outcome: 'done' })
  expect(entry!.sql.length).toBeLessThanOrEqual(HISTORY_SQL_MAX)
})

test('the history is paginated, newest first', async () => {
  for (const n of [1, 2, 3]) await run(owner, `select ${n} as paged`)
  const query = { search: 'paged', limit: 2 }
  const { body: first } = await owner.call(listQueryHistory, { params: params(), query })
  const { body: last } = await owner.call(listQueryHistory, {
    params: params(),
    query: { ...query, cursor: first.cursor },
  })
  const texts = [...first.data, ...last.data].map((entry) => entry.sql)
  expect(texts).toEqual(['select 3 as paged', 'select 2 as paged', 'select 1 as paged'])
  expect(last.cursor).toBeUndefined()
})

const aRun = (over: Partial<FinishedRun> = {}): FinishedRun => ({
  project_ref: project.ref,
  started_by: 'ann@example.com',
  role: 'postgres',
  database: project.ref,
  sql: 'select 1',
  is_cut: false,
  started_at: new Date(),
  duration_ms: 1,
  row_count: 1,
  outcome: 'done',
  error: null,
  sqlstate: null,
  ...over,
})

test('runs of a deleted project do not prevent the others from being written', async () => {
  const store = queryHistoryStore(fixture.metadata)
  await store.add([aRun({ project_ref: 'gone' }), aRun({ sql: 'select still_written' })])
  expect(await historyOf('still_written')).toHaveLength(1)
})

test('runs that could not be written are retried by the next flush', async () => {
  const store = queryHistoryStore(fixture.metadata)
  const failures: unknown[] = []
  let isDown = true
  const recorder = queryRecorder({
    store: {
      ...store,
      add: async (runs) => {
        if (isDown) throw new Error('down')
        await store.add(runs)
      },
    },
    onFailed: (error) => failures.push(error),
    isPermanent: () => false,
  })
  recorder.add(aRun({ sql: 'select patient' }))
  await recorder.flush()
  expect(failures).toHaveLength(1)
  isDown = false
  await recorder.flush()
  expect(await historyOf('patient')).toHaveLength(1)
})

test('runs older than the retention period are deleted', async () => {
  const store = queryHistoryStore(fixture.metadata)
  const old = new Date(Date.now() - (HISTORY_DAYS + 1) * 24 * 60 * 60_000)
  await store.add([aRun({ sql: 'select recent_one' }), aRun({ sql: 'select old_one', started_at: old })])
  expect(await historyOf('old_one')).toHaveLength(1)
  await runJob(fixture, 'query-history-retention')
  expect(await historyOf('old_one')).toHaveLength(0)
  expect(await historyOf('recent_one')).toHaveLength(1)
})

test('a page of a long history is read through the index', async () => {
  const { metadata } = fixture
  await sql`
    insert into query_runs (project_ref, started_by, role, database, sql, is_cut, started_at, duration_ms, outcome)
    select ${project.ref}, 'ann@example.com', 'postgres', 'postgres', 'select ' || n, false,
      now() - make_interval(secs => n), 1, 'done'
    from generate_series(1, 20000) n`.execute(metadata)
  await sql`analyze query_runs`.execute(metadata)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from query_runs where project_ref = ${project.ref}
    order by started_at desc, id desc limit 101`.execute(metadata)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('query_runs_newest')
})
