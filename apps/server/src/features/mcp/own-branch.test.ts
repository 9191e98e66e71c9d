import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { callMcp } from '@basalt/contract/mcp/mcp.endpoints.ts'
import { listMergeRequests } from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { getStorageConfig } from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aToken, listen, mcpClient } from '../../test/mcp-client.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let origin: string
let owner: Person
let token: string
let ref: string
beforeAll(async () => {
  fixture = await openApp()
  origin = await listen(fixture)
  owner = await signUp(fixture)
  token = await aToken(owner)
  ref = (await aProject(owner, await anOrganization(owner))).ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await sqlOn(ref, 'create table cities as select 1 as id')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const sqlOn = async (project: string, query: string) =>
  (await owner.call(runQuery, { params: { ref: project }, body: { query } })).body
const branchesOf = async () =>
  (await owner.call(listBranches, { params: { ref }, query: {} })).body.filter(
    ({ is_default }) => !is_default,
  )
const agentOn = (options: Parameters<typeof mcpClient>[2] = {}) =>
  mcpClient(origin, token, { ...options, parameters: { project_ref: ref, branch: 'auto' } })

test('what an agent changes lands on its own branch, without a question, and production stays as it is', async () => {
  const questions: string[] = []
  await using agent = await agentOn({
    onQuestion: async (question) => {
      questions.push(question)
      return { action: 'decline' }
    },
  })
  expect(agent.client.getInstructions()).toContain('production stays as it is')
  expect((await agent.call('list_tables')).text).toContain('cities')
  expect(await branchesOf()).toEqual([])

  expect(
    await agent.json('apply_migration', { name: 'rivers', query: 'create table rivers ()' }),
  ).toMatchObject({ success: true })
  expect(await agent.call('execute_sql', { query: 'delete from cities' })).toMatchObject({ isError: false })
  const tables = (await agent.call('list_tables')).text
  expect(tables).toContain('rivers')

  expect(questions).toEqual([])
  expect(
    await sqlOn(ref, "select to_regclass('rivers') as rivers, (select count(*) from cities) as n"),
  ).toEqual([{ rivers: null, n: 1 }])
  const [branch, ...others] = await branchesOf()
  expect(others).toEqual([])
  expect(branch).toMatchObject({
    name: expect.stringMatching(/^agent-[0-9a-f]{12}$/),
    persistent: false,
    expires_after_days: 7,
  })
  expect(await sqlOn(branch!.project_ref, 'select count(*)::int as n from cities')).toEqual([{ n: 0 }])
})

test('an agent hands its branch to a person, who sees what it did and merges it', async () => {
  await using agent = await agentOn()
  await agent.call('apply_migration', {
    name: 'lakes',
    query: 'create table lakes (id int primary key, name text)',
  })
  await agent.call('execute_sql', { query: "insert into lakes values (1, 'Baikal')" })
  const handOver = (title: string) =>
    agent.json('open_merge_request', {
      title,
      description: 'Lakes, as you asked.',
      tables: [{ schema: 'public', name: 'lakes' }],
    })
  const first = await handOver('Add lakes')
  expect(first).toMatchObject({
    target: 'main',
    sql: [expect.stringMatching(/create table "public"\."lakes"/i), expect.anything()],
    tables: expect.arrayContaining([
      expect.objectContaining({ schema: 'public', name: 'lakes', inserted: 1, is_merged: true }),
    ]),
    left_to_do: 'Rehearse the merge first',
  })
  const [, own] = /project\/(\w+)\/merge$/.exec(String(first.url))!
  // Once more is the same request.
  expect(await handOver('Add lakes, again')).toMatchObject({ url: first.url })
  const { body: requests } = await owner.call(listMergeRequests, { params: { ref } })
  expect(requests).toMatchObject([
    { branch_ref: own, title: 'Add lakes, again', description: 'Lakes, as you asked.', status: 'open' },
  ])
  const { body: done } = await owner.call(listChanges, { params: { ref: own! }, query: { origin: 'agent' } })
  expect(done.changes.map(({ sql }) => sql)).toEqual([
    expect.stringContaining('Baikal'),
    expect.stringContaining('create table lakes'),
  ])
  expect(await sqlOn(ref, "select to_regclass('lakes') as lakes")).toEqual([{ lakes: null }])
})

test('what an agent changes besides rows lands on its branch too', async () => {
  await using agent = await mcpClient(origin, token, {
    parameters: { project_ref: ref, branch: 'auto', features: 'storage,branching' },
  })
  const limitOf = async (project: string) =>
    (await owner.call(getStorageConfig, { params: { ref: project } })).body.fileSizeLimit
  const before = await limitOf(ref)
  await agent.json('get_storage_config')
  const changed = await agent.call('update_storage_config', { config: { fileSizeLimit: 12_345 } })
  expect(changed, changed.text).toMatchObject({ isError: false })
  expect(await agent.json('get_storage_config')).toMatchObject({ fileSizeLimit: 12_345 })
  expect(await limitOf(ref)).toBe(before)
})

test('calls of a session at once share one branch, and another session has its own', async () => {
  const before = (await branchesOf()).length
  await using agent = await agentOn()
  const query = "select current_setting('search_path') as path"
  const answers = await Promise.all([1, 2, 3].map(() => agent.call('execute_sql', { query })))
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false])
  expect(await branchesOf()).toHaveLength(before + 1)

  await using another = await agentOn()
  expect(await another.call('execute_sql', { query: 'drop table cities' })).toMatchObject({ isError: false })
  expect((await agent.call('list_tables')).text).toContain('cities')
  expect(await branchesOf()).toHaveLength(before + 2)
  expect(await sqlOn(ref, 'select count(*)::int as n from cities')).toEqual([{ n: 1 }])
})

test('a tool is refused before a session has begun', async () => {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: `${callMcp.path}?project_ref=${ref}&branch=auto`,
    headers: { authorization: `Bearer ${token}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tables' } },
  })
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    expect.stringContaining('send initialize first'),
  ])
})
