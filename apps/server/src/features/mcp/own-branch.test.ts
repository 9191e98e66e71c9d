import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import { callMcp } from '@basalt/contract/mcp/mcp.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
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
