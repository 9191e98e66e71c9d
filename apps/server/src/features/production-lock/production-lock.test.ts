import { randomUUID } from 'node:crypto'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  setProductionLock,
  unlockProduction,
} from '@basalt/contract/production-lock/production-lock.endpoints.ts'
import { isRefusedWhileLocked } from '@basalt/contract/production-lock/production-lock.rules.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { endHeldTransaction, runQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { createSchema } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { saveEdits } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock } from '../../test/a-clock.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aToken, mcpClient } from '../../test/mcp-client.ts'
import { aMember, type Person, reaches } from '../../test/people.ts'

const clock = aClock(new Date())
let project: DataApiFixture
let developer: Person
let params: { ref: string }
let oid: string
beforeAll(async () => {
  project = await openDataApi(
    `create table public.cities (id int primary key, name text);
     insert into public.cities values (1, 'Oslo');
     create function public.sneaky() returns int language sql security definer
       as $$ insert into public.cities values (9, 'sneaked in') returning id $$`,
    { now: clock.now },
  )
  params = { ref: project.ref }
  const { body } = await project.owner.call(getProject, { params })
  developer = await aMember(project, project.owner, body.organization_slug)
  oid = String((await project.sql(`select 'public.cities'::regclass::oid as oid`))[0].oid)
})
afterAll(() => project[Symbol.asyncDispose]())
beforeEach(() => setLock(true))

const setLock = (is_locked: boolean, person = project.owner) =>
  person.call(setProductionLock, { params, body: { is_locked } })
const unlock = (minutes: number, person = project.owner) =>
  person.call(unlockProduction, { params, body: { minutes } })
const run = (query: string, more: object = {}, person = developer) =>
  person.call(runQuery, { params, body: { query, ...more } })
const insertCity = () =>
  developer.call(saveEdits, {
    params: { ...params, oid },
    body: { edits: [{ kind: 'insert', set: { id: '2', name: 'Bergen' } }] },
  })
/** All that a change could leave. */
const state = async () => ({
  cities: await project.sql('select * from public.cities order by id'),
  schemas: await project.sql(`select nspname from pg_namespace where nspname !~ '^pg_' order by 1`),
})

test.each<[string, () => Promise<{ status: number; body: unknown }>]>([
  ['SQL', () => run(`insert into cities values (2, 'Bergen')`)],
  ['SQL of the owner', () => run('drop table cities', {}, project.owner)],
  ['SQL as another role', () => run('select 1', { role: 'service_role' })],
  ['SQL that would leave its transaction', () => run('select 1; commit; delete from cities')],
  ['a save of rows', insertCity],
  ['a page of the database', () => developer.call(createSchema, { params, body: { name: 'fresh' } })],
  [
    'streamed SQL',
    () => developer.call(streamQuery, { params, body: { query: 'delete from cities', keep: randomUUID() } }),
  ],
])('%s is refused, and nothing has changed', async (_title, change) => {
  const before = await state()
  expect(await change()).toMatchObject({ status: 423, body: { code: 'locked' } })
  expect(await state()).toEqual(before)
})

test('what only the database can tell to be a write is refused by it', async () => {
  const before = await state()
  expect((await run('select sneaky()')).body).toMatchObject({ code: 'sql_failed', sqlstate: '25006' })
  expect(await state()).toEqual(before)
})

test('an agent of the owner writes nothing either', async () => {
  const before = await state()
  const token = await aToken(project.owner)
  await using agent = await mcpClient(project.origin, token, {
    parameters: { project_ref: project.ref },
    onQuestion: async () => ({ action: 'accept' }),
  })
  expect((await agent.call('execute_sql', { query: 'select name from cities' })).text).toContain('Oslo')
  const refused = await agent.call('execute_sql', { query: 'delete from cities' })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('Production is locked') })
  expect(await state()).toEqual(before)
})

test('reading goes on', async () => {
  expect((await run('select name from cities')).body).toEqual([{ name: 'Oslo' }])
})

test('every call that could change the database is refused before it is read, or is known to change nothing', async () => {
  const calls = project.mounted.filter(
    ({ endpoint, needs }) => endpoint.method !== 'GET' && needs && isRefusedWhileLocked(needs),
  )
  const passed: string[] = []
  for (const { endpoint } of calls) {
    const url = endpoint.path.replace(':ref', project.ref).replace(/:\w+/g, '1')
    const { status } = await project.owner.send(endpoint.method, url, {})
    if (status !== 423) passed.push(endpoint.name)
  }
  expect(calls.length).toBeGreaterThan(passed.length)
  expect(passed.sort()).toEqual([
    'cancelDatabaseImport',
    'cancelIndexAdvice',
    'cancelRehearsal',
    'checkImportSource',
    'checkSchemaDrift',
    'endActivity',
    'endHeldTransaction',
    'makeMigration',
    'readCreateTable',
    'runPolicyMatrix',
    'savePolicyExpectations',
    'startIndexAdvice',
    'startRehearsal',
    'testForeignServer',
  ])
})

test('changes that a developer holds open when production is locked can only be rolled back', async () => {
  await setLock(false)
  const keep = randomUUID()
  const held = developer.call(streamQuery, {
    params,
    body: { query: `begin; insert into cities values (3, 'Tromsø')`, keep, hold: true },
  })
  expect((await held).status).toBe(200)
  await setLock(true)
  const end = (how: string) =>
    developer.call(endHeldTransaction, { params: { ...params, id: keep }, body: { how } })
  expect(await end('commit')).toMatchObject({ status: 423 })
  expect((await state()).cities).toHaveLength(1)
  expect(await end('rollback')).toMatchObject({ status: 200 })
})

test('it is lifted by an administrator for the minutes they say, and holds again afterwards', async () => {
  expect(await unlock(30, developer)).toMatchObject({ status: 403 })
  expect(await setLock(false, developer)).toMatchObject({ status: 403 })
  expect(await insertCity()).toMatchObject({ status: 423 })

  const { body } = await unlock(30)
  expect(Date.parse(body.unlocked_until!) - clock.now().getTime()).toBe(30 * 60_000)
  expect(await insertCity()).toMatchObject({ status: 200 })
  expect(await project.sql('delete from cities where id = 2 returning name')).toEqual([{ name: 'Bergen' }])

  clock.advance({ minutes: 30 })
  expect(await insertCity()).toMatchObject({ status: 423 })

  await unlock(30)
  await setLock(true)
  expect(await run('delete from cities')).toMatchObject({ status: 423 })
  const { body: log } = await project.owner.call(listOrganizationAudit, {
    params: { slug: body.organization_slug },
    query: {},
  })
  expect(JSON.stringify(log)).toContain('Unlock production')
})

test('without a lock there is nothing to lift, and a minute is the least', async () => {
  await setLock(false)
  expect(await unlock(30)).toMatchObject({ status: 409 })
  expect(await unlock(0)).toMatchObject({ status: 400 })
  expect(await run(`update cities set name = 'Oslo' where id = 1`)).toMatchObject({ status: 200 })
})

test('a branch is not locked with its project, and has no lock', async () => {
  const { body: branch } = await project.owner.call(createBranch, {
    params,
    body: { branch_name: 'try' },
  })
  await reaches(project.owner, branch.project_ref, 'ACTIVE_HEALTHY')
  const ofBranch = { params: { ref: branch.project_ref } }
  const change = { query: `update cities set name = 'Bergen'` }
  expect(await project.owner.call(runQuery, { ...ofBranch, body: change })).toMatchObject({ status: 200 })
  expect(
    await project.owner.call(setProductionLock, { ...ofBranch, body: { is_locked: true } }),
  ).toMatchObject({ status: 409 })
  expect((await state()).cities).toEqual([{ id: 1, name: 'Oslo' }])
})
