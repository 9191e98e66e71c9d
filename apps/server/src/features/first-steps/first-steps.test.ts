import { listFirstSteps } from '@basalt/contract/first-steps/first-steps.endpoints.ts'
import type { FirstStep } from '@basalt/contract/first-steps/first-steps.schema.ts'
import { runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { applySchemaChange } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aToken, mcpClient } from '../../test/mcp-client.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let project: DataApiFixture
let organization: Organization
let slug: string
beforeAll(async () => {
  project = await openDataApi('')
  organization = (await project.owner.call(listOrganizations)).body[0]!
  slug = organization.slug
})
afterAll(() => project[Symbol.asyncDispose]())
/** The database and the metadata of a project in which nothing was done. */
beforeEach(async () => {
  await project.sql(`do $$ declare t regclass; begin
    for t in select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, to_regnamespace('shop'))
    loop execute format('drop table %s', t); end loop; end $$`)
  await project.metadata.deleteFrom('first_steps').execute()
})

const read = async (query: Record<string, unknown> = {}, person: Person = project.owner) => {
  const { status, body } = await person.call(listFirstSteps, { params: { slug }, query })
  expect(status).toBe(200)
  return body
}
const shortly = (steps: readonly FirstStep[]) =>
  Object.fromEntries(
    steps
      .filter(({ done_at }) => done_at !== null)
      .map(({ event, table }) => [event, `${table?.schema}.${table?.name}`]),
  )
/** What the page shows, which looks into the database first. */
const shown = async () => shortly((await read({ project_ref: project.ref })).projects[0]!.steps)
/** What is recorded, without anyone having looked at the page. */
const recorded = async () =>
  Object.fromEntries(
    (await project.metadata.selectFrom('first_steps').selectAll().execute()).map(
      ({ event, schema_name, table_name }) => [event, `${schema_name}.${table_name}`],
    ),
  )
const run = (query: string) =>
  project.owner.call(runQuery, { params: { ref: project.ref }, query: {}, body: { query } })

test('a new project has taken no step, though it has the tables of the platform and of extensions', async () => {
  await run('create extension if not exists citext; create temp table mine (id int)')
  expect(await shown()).toEqual({})
  expect(await read()).toMatchObject({
    completed: 0,
    projects: [
      {
        ref: project.ref,
        name: 'Shop',
        steps: [
          { event: 'table_created', done_at: null, table: null },
          { event: 'table_data_added', done_at: null, table: null },
          { event: 'table_rls_enabled', done_at: null, table: null },
        ],
      },
    ],
  })
})

test('the table panel and the SQL editor are noticed at once', async () => {
  await project.owner.call(applySchemaChange, {
    params: { ref: project.ref },
    body: {
      kind: 'create_table',
      table: {
        schema: 'public',
        name: 'Form "1"',
        comment: null,
        rls: false,
        realtime: false,
        columns: [],
        primary_key: [],
        uniques: [],
        checks: [],
        foreign_keys: [],
      },
    },
  })
  await waitFor(async () => (await recorded()).table_created === 'public.Form "1"')
  await run('create table later (id int); alter table later enable row level security')
  await waitFor(async () => (await recorded()).table_rls_enabled === 'public.later')
  expect(await recorded()).toEqual({ table_created: 'public.Form "1"', table_rls_enabled: 'public.later' })
})

test('an agent, the Data API and a direct connection are noticed as well', async () => {
  const agent = await mcpClient(project.origin, await aToken(project.owner), {
    parameters: { features: 'database' },
  })
  await agent.call('execute_sql', {
    project_id: project.ref,
    query: 'create table notes (id int, note text)',
  })
  await agent[Symbol.asyncDispose]()
  await waitFor(async () => (await recorded()).table_created === 'public.notes')

  await run('grant all on notes to service_role')
  expect(await project.send('/notes', { method: 'POST', body: '{"id": 1}' })).toMatchObject({ status: 201 })
  expect(await shown()).toEqual({ table_created: 'public.notes', table_data_added: 'public.notes' })

  await project.sql(
    'create schema shop; create table shop.orders (); alter table shop.orders enable row level security',
  )
  expect(await shown()).toMatchObject({ table_rls_enabled: 'shop.orders' })
})

test('rows that were rolled back are not data', async () => {
  await run('create table a (id int)')
  await project.sql('begin; insert into a select generate_series(1, 1000); rollback')
  expect(await shown()).toEqual({ table_created: 'public.a' })
  await project.sql('insert into a values (1)')
  expect(await shown()).toEqual({ table_created: 'public.a', table_data_added: 'public.a' })
})

test('a table that is locked by someone does not hold up the page', async () => {
  const client = await project.connect()
  await client.query('create table a as select 1 as id; create table b as select 1 as id')
  await client.query('begin; lock table a')
  expect(await shown()).toMatchObject({ table_created: 'public.a' })
  await client.end()
  expect(await shown()).toMatchObject({ table_data_added: expect.any(String) })
})

test('the job finds what was done elsewhere', async () => {
  project.jobs.start()
  await project.sql('create table a (id int)')
  await project.owner.call(runJob, { params: { name: 'first-steps' } })
  await waitFor(async () => (await recorded()).table_created === 'public.a')
})

test('a step names the table with that name now, also after it was made again', async () => {
  const tableOf = async () =>
    (await read({ project_ref: project.ref })).projects[0]!.steps.map(({ table }) => table)
  const idOf = async (name: string) =>
    (await project.sql('select $1::regclass::oid as id', [name]))[0]!.id as number
  await project.sql('create schema if not exists shop; create table shop."Or.d""ers" (id int)')
  const table = { schema: 'shop', name: 'Or.d"ers' }
  expect(await tableOf()).toEqual([{ ...table, id: await idOf('shop."Or.d""ers"') }, null, null])
  await project.sql('alter table shop."Or.d""ers" rename to renamed')
  expect(await tableOf()).toEqual([{ ...table, id: null }, null, null])
  await project.sql('create table shop."Or.d""ers" (id int)')
  expect(await tableOf()).toEqual([{ ...table, id: await idOf('shop."Or.d""ers"') }, null, null])
})

test('a step stays when its table is gone, and a project with every step is only counted', async () => {
  await run('create table a as select 1 as id; alter table a enable row level security')
  const all = {
    table_created: 'public.a',
    table_data_added: 'public.a',
    table_rls_enabled: 'public.a',
  }
  expect(await shown()).toEqual(all)
  await run('drop table a; create table b as select 1 as id')
  expect(await shown()).toEqual(all)
  expect(await read()).toEqual({ completed: 1, projects: [] })
})

test('a member sees the projects that their access shows, and no one else any', async () => {
  const second = await aProject(project.owner, organization, { name: 'Second' })
  const member = await aMember(project, project.owner, slug, {
    projects: [{ ref: second.ref, role_id: 'developer' }],
  })
  // A role on single projects does not include the usage of the organization.
  expect((await member.call(listFirstSteps, { params: { slug } })).status).toBe(403)
  const stranger = await signUp(project)
  expect((await stranger.call(listFirstSteps, { params: { slug } })).status).toBe(404)
  const other = await aProject(project.owner, await anOrganization(project.owner, 'Other'))
  expect(
    (await project.owner.call(listFirstSteps, { params: { slug }, query: { project_ref: other.ref } }))
      .status,
  ).toBe(404)
})

test('a database that does not run is not started to look at it', async () => {
  await run('create table a (id int)')
  await waitFor(async () => (await recorded()).table_created === 'public.a')
  await project.sql('insert into a values (1)')
  await project.owner.call(pauseProject, { params: { ref: project.ref } })
  await reaches(project.owner, project.ref, 'INACTIVE')
  expect(await shown()).toEqual({ table_created: 'public.a' })
})
