import path from 'node:path'
import { callMcp, endMcpSession, openMcpStream } from '@basalt/contract/mcp/mcp.endpoints.ts'
import { mcpFeatures } from '@basalt/contract/mcp/mcp.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
})
afterAll(() => fixture[Symbol.asyncDispose]())

const post = (body: unknown, query = '', headers: Record<string, string> = {}) =>
  fixture.app.inject({
    method: 'POST',
    url: `${callMcp.path}${query}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: body as object,
  })
const message = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params && { params }),
})

describe('the tools offered to a client', () => {
  test('are all but those of storage by default', async () => {
    await using agent = await mcpClient(origin, token)
    const names = await agent.names()
    expect(names).toContain('list_branches')
    expect(names).not.toContain('list_storage_buckets')
    expect(names).toHaveLength(19)
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'basalt' })
    expect(agent.client.getInstructions()).toContain('project_id')
  })

  test('are bound to the project in the address', async () => {
    await using agent = await mcpClient(origin, token, { parameters: { project_ref: ref } })
    const tools = await agent.tools()
    expect(tools.map(({ name }) => name)).not.toContain('list_projects')
    for (const { inputSchema } of tools) expect(inputSchema.properties).not.toHaveProperty('project_id')
  })

  test('only read with read_only', async () => {
    const parameters = { read_only: 'true', features: mcpFeatures.join(',') }
    await using agent = await mcpClient(origin, token, { parameters })
    const tools = await agent.tools()
    const names = tools.map(({ name }) => name)
    for (const writing of ['create_project', 'pause_project', 'apply_migration', 'update_storage_config'])
      expect(names).not.toContain(writing)
    expect(names).toContain('execute_sql')
    for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true)
    await expect(agent.call('apply_migration', { name: 'a', query: 'select 1' })).rejects.toThrow(
      /no tool apply_migration/,
    )
  })

  test('are marked if they are destructive', async () => {
    await using agent = await mcpClient(origin, token)
    const hints = (await agent.tools()).filter(({ annotations }) => annotations?.destructiveHint)
    expect(hints.map(({ name }) => name)).toEqual(['pause_project', 'apply_migration', 'execute_sql'])
  })
})

describe('an address is refused', () => {
  const [first] = [message('ping')]
  test.each([
    ['with a typing error', '?read_only-true', 'read_only-true'],
    ['with an unknown parameter', '?readonly=true', 'readonly'],
    ['with an invalid boolean', '?read_only=yes', 'read_only is true or false'],
    ['with the same parameter twice', '?read_only=true&read_only=false', 'read_only is true or false'],
    ['with an unknown group', '?features=database,everything', 'The feature groups are docs'],
    ['with no group', '?features=', 'The feature groups are docs'],
    ['with an invalid project', '?project_ref=nope', 'Not the ref of a project'],
    ['with a branch by name', `?project_ref=${'a'.repeat(20)}&branch=mine`, 'branch is auto'],
    ['with a branch of no project', '?branch=auto', 'branch=auto needs project_ref'],
    [
      'with a branch that only reads',
      `?project_ref=${'a'.repeat(20)}&branch=auto&read_only=true`,
      'exclude each other',
    ],
  ])('%s', async (_what, query, words) => {
    const reply = await post(first, query)
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain(words)
  })

  test('on initialize when the project does not exist or belongs to others', async () => {
    const stranger = await signUp(fixture)
    const parameters = { project_ref: ref }
    await expect(mcpClient(origin, await aToken(stranger), { parameters })).rejects.toThrow(/does not exist/)
    await expect(mcpClient(origin, token, { parameters: { project_ref: 'a'.repeat(20) } })).rejects.toThrow(
      /does not exist/,
    )
  })
})

describe('a message', () => {
  test.each([undefined, 'Bearer bst_wrong', 'Bearer', `Basic ${'x'.repeat(20)}`])(
    'without a valid token (%s) is refused',
    async (authorization) => {
      const reply = await fixture.app.inject({
        method: 'POST',
        url: callMcp.path,
        payload: message('tools/list'),
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(reply.statusCode).toBe(401)
    },
  )

  test.each([
    ['nothing', {}],
    ['another protocol', { ...message('ping'), jsonrpc: '1.0' }],
    ['neither request nor response', { jsonrpc: '2.0', id: 7 }],
    ['a batch', [message('ping'), message('ping')]],
  ])('that is %s is refused', async (_what, body) => {
    expect((await post(body)).statusCode).toBe(400)
  })

  test('in an unknown version of the protocol is refused', async () => {
    const reply = await post(message('ping'), '', { 'mcp-protocol-version': '1999-01-01' })
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining('2025-11-25')])
  })

  test('with an unknown method or tool returns its error code', async () => {
    expect((await post(message('resources/list'))).json()).toMatchObject({ id: 1, error: { code: -32601 } })
    expect((await post(message('tools/call', { name: 'drop_everything' }))).json()).toMatchObject({
      error: { code: -32602 },
    })
    expect((await post(message('tools/call'))).json()).toMatchObject({ error: { code: -32602 } })
  })

  test('that is a notification or a response gets no response', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'of nobody', result: { action: 'accept' } },
    ]) {
      const reply = await post(body)
      expect([reply.statusCode, reply.body]).toEqual([202, ''])
    }
  })

  test('that initializes an unknown version gets the newest, and an older one its own', async () => {
    const versionFor = async (protocolVersion: string) =>
      (await post(message('initialize', { protocolVersion }))).json().result.protocolVersion
    expect(await versionFor('2030-01-01')).toBe('2025-11-25')
    expect(await versionFor('2025-03-26')).toBe('2025-03-26')
  })
})

test('GET and DELETE are refused', async () => {
  for (const { method, path } of [openMcpStream, endMcpSession]) {
    const call = (headers: Record<string, string>) => fixture.app.inject({ method, url: path, headers })
    expect((await call({})).statusCode).toBe(401)
    expect((await call({ authorization: `Bearer ${token}` })).statusCode).toBe(405)
  }
})

test('without log-in an agent works on the only project and needs no token', async () => {
  await using alone = await openApp({ BASALT_EDITION: 'self-hosted' })
  await alone.prepare()
  const reply = await alone.app.inject({
    method: 'POST',
    url: callMcp.path,
    headers: { host: 'localhost:4000' },
    payload: message('tools/call', { name: 'get_project_url', arguments: {} }),
  })
  expect(reply.json().result.content).toEqual([{ type: 'text', text: 'http://localhost:4000/p/default' }])
  const foreign = await alone.app.inject({
    method: 'POST',
    url: callMcp.path,
    headers: { host: 'localhost:4000', origin: 'https://elsewhere.example.com' },
    payload: message('tools/list'),
  })
  expect(foreign.statusCode).toBe(403)
})

test('docs/agents-transcript.md contains a real conversation', async () => {
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const query = `?project_ref=${ref}&read_only=true&features=docs,database`
  const lines: string[] = []
  const send = async (body: object) => {
    const reply = await post(body, query, { 'mcp-protocol-version': '2025-11-25' })
    lines.push(inBlock(body), reply.body === '' ? `(${reply.statusCode}, nothing)` : inBlock(reply.json()))
  }
  const capabilities = { elicitation: {} }
  await send(
    message('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'agent', version: '1' },
    }),
  )
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await send(message('tools/list'))
  await send(message('tools/call', { name: 'execute_sql', arguments: { query: 'select 40 + 2 as answer' } }))
  await send(message('tools/call', { name: 'execute_sql', arguments: { query: 'create table no ()' } }))
  await send(message('tools/call', { name: 'list_tables', arguments: { schema: 'public' } }))
  await send(message('resources/list'))
  const head = `# What an agent and the server say to each other\n\nPosted to \`/mcp?project_ref=…&read_only=true&features=docs,database\`, each with its answer. A test writes and compares this file.`
  await expect(`${[head, ...lines].join('\n\n')}\n`).toMatchFileSnapshot(TRANSCRIPT)
})

const TRANSCRIPT = path.resolve(import.meta.dirname, '../../../../../docs/agents-transcript.md')

/** Without the random parts. */
const inBlock = (value: unknown) =>
  `\`\`\`json\n${JSON.stringify(value, null, 2).replaceAll(/untrusted-data-[0-9a-f-]{36}/g, 'untrusted-data-…')}\n\`\`\``
