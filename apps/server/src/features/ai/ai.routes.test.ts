import {
  checkAiKey,
  completeCode,
  streamCodeCompletion,
  titleSql,
  writeRowFilter,
} from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_EDITS_PER_MINUTE, AI_PROMPT_MAX } from '@basalt/contract/ai/ai.rules.ts'
import { AI_IS_OFF, type AiOptInTag } from '@basalt/contract/ai/ai-level.rules.ts'
import { askAssistant, readAssistant } from '@basalt/contract/ai/assistant.endpoints.ts'
import { AI_CHAT_TEXT_MAX, assistantToolNames } from '@basalt/contract/ai/assistant.rules.ts'
import { listOrganizationAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { updateOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { inTurn, openChatServer, replies, says, startReply, wants } from '@basalt/testing/ai/chat-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import {
  aMember,
  anOrganization,
  aProject,
  type Person,
  personWith,
  reaches,
  signUp,
} from '../../test/people.ts'

const KEY = 'sk-routes-secret'
let server: Awaited<ReturnType<typeof openChatServer>>
let fixture: AppFixture
let owner: Person
let reader: Person
let stranger: Person
let slug: string
let projectRef: string

beforeAll(async () => {
  server = await openChatServer()
  fixture = await openApp({
    BASALT_AI_BASE_URL: server.url,
    BASALT_AI_API_KEY: KEY,
    BASALT_AI_MODEL: 'small',
  })
  owner = await signUp(fixture)
  const organization = await anOrganization(owner)
  slug = organization.slug
  projectRef = (await aProject(owner, organization)).ref
  reader = await aMember(fixture, owner, slug, { role_id: 'read_only' })
  stranger = await signUp(fixture)
  await reaches(owner, projectRef, 'ACTIVE_HEALTHY')
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const aTask = (metadata: object = {}, more: object = {}) => ({
  body: {
    projectRef,
    language: 'sql',
    completionMetadata: {
      prompt: 'Only those of today',
      selection: 'select * from orders',
      textBeforeCursor: '-- before\n',
      textAfterCursor: '\n-- after',
      language: 'pgsql',
      ...metadata,
    },
    ...more,
  },
})
const sent = () =>
  server.asked
    .at(-1)
    ?.body.messages.map(({ content }) => content)
    .join('\n') ?? ''
const events = (body: unknown) =>
  String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('an edit returns the replacement of the selection, and the model receives text, request and schema', async () => {
  await owner.call(runQuery, {
    params: { ref: projectRef },
    body: { query: 'create table orders (id int primary key, at timestamptz)' },
  })
  server.answerWith(says('```sql\nselect * from orders\n', "where at > 'today'\n```"))
  const reply = await owner.call(completeCode, aTask({}, { connectionString: 'ignored', orgSlug: slug }))
  expect(reply).toEqual({ status: 200, body: "select * from orders\nwhere at > 'today'" })
  expect(sent()).toContain(
    'table public.orders (id integer not null, at timestamp with time zone, PRIMARY KEY (id));',
  )
  expect(sent()).toContain('<before>\n-- before\n\n</before>')
  expect(sent()).toContain('<selection>\nselect * from orders\n</selection>')
  expect(sent()).toContain('<after>\n\n-- after\n</after>')
  expect(sent()).toContain('<request>\nOnly those of today\n</request>')
})

test('an edit is streamed while it is written', async () => {
  server.answerWith(says('select', ' 1\n'))
  const { status, body } = await owner.call(streamCodeCompletion, aTask())
  expect(status).toBe(200)
  expect(events(body)).toEqual([
    { type: 'text', text: 'select' },
    { type: 'text', text: ' 1\n' },
    { type: 'end', replacement: 'select 1' },
  ])
})

test('a failure before the first text has a status, a later one is the last event, and neither contains the key', async () => {
  server.answerWith(replies(401, JSON.stringify({ error: { message: `Incorrect key ${KEY}` } })))
  for (const endpoint of [completeCode, streamCodeCompletion]) {
    const { status, body } = await owner.call(endpoint, aTask())
    expect(status).toBe(502)
    expect(body).toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('does not accept'),
    })
    expect(JSON.stringify(body)).not.toContain(KEY)
  }
  server.answerWith((reply) => {
    startReply(reply, 'sel').send(`data: {"error":{"message":"overloaded ${KEY}"}}\n\n`)
    reply.end()
  })
  const { status, body } = await owner.call(streamCodeCompletion, aTask())
  expect(status).toBe(200)
  expect(events(body).at(-1)).toMatchObject({ type: 'error', code: 'upstream_failed' })
  expect(body).not.toContain(KEY)
})

test('an answer without SQL is an error', async () => {
  server.answerWith(says('```sql\n', '```'))
  expect(await owner.call(completeCode, aTask())).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('Failed to generate completion') },
  })
})

test('a user without access to a project gets not_found, and the endpoint is not called', async () => {
  const asked = server.asked.length
  for (const endpoint of [completeCode, streamCodeCompletion]) {
    expect(await stranger.call(endpoint, aTask())).toMatchObject({
      status: 404,
      body: { message: `Project ${projectRef} does not exist` },
    })
    expect((await stranger.call(endpoint, aTask({}, { projectRef: 'a'.repeat(20) }))).status).toBe(404)
  }
  expect(server.asked).toHaveLength(asked)
})

test('a read-only member can have SQL written', async () => {
  server.answerWith(says('select 1'))
  expect((await reader.call(completeCode, aTask())).status).toBe(200)
})

test.each([
  ['a blank prompt', { prompt: ' \n' }],
  ['too long a prompt', { prompt: 'x'.repeat(AI_PROMPT_MAX + 1) }],
  ['too large a selection', { selection: 'x'.repeat(60_000) }],
  ['another language', { language: 'cobol' }],
  ['a number instead of text', { textBeforeCursor: 4 }],
])('%s is refused', async (_what, metadata) => {
  expect(await owner.call(completeCode, aTask(metadata))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('only the nearest part of a long text is sent, in whole characters and with NUL', async () => {
  server.answerWith(says('select 1'))
  const far = `FAR${'😀'.repeat(20_000)}\0NEAR`
  expect((await owner.call(completeCode, aTask({ textBeforeCursor: far }))).status).toBe(200)
  expect(sent()).toContain('NEAR')
  expect(sent()).not.toContain('FAR')
})

test('a query gets a title, and blank SQL does not', async () => {
  server.answerWith(says('Orders of today'))
  const sql = 'select * from orders'
  const asked = server.asked.length
  expect(await owner.call(titleSql, { body: { sql, projectRef } })).toEqual({
    status: 200,
    body: { title: 'Orders of today' },
  })
  expect(server.asked).toHaveLength(asked + 1)
  // Without a project no organization has agreed to share it.
  expect((await owner.call(titleSql, { body: { sql } })).body).toEqual({ title: 'Select from orders' })
  expect(server.asked).toHaveLength(asked + 1)
  expect((await stranger.call(titleSql, { body: { sql, projectRef } })).status).toBe(404)
  expect((await owner.call(titleSql, { body: { sql: ' \n' } })).status).toBe(400)
})

const aFilter = (prompt: string, more: object = {}) => ({
  body: {
    projectRef,
    prompt,
    table: 'people',
    columns: [
      { name: 'age', data_type: 'integer' },
      { name: 'mood', data_type: 'mood', values: ['calm', 'tense'] },
    ],
    ...more,
  },
})

test('the filter of a table is written from a description, which goes with columns and without rows', async () => {
  server.answerWith(says('<think>Hm.</think>```\nage:gte:18\nany(mood:eq:calm,mood:is:null)\n```'))
  expect(await owner.call(writeRowFilter, aFilter('Calm adults'))).toEqual({
    status: 200,
    body: { filter: ['age:gte:18', 'any(mood:eq:calm,mood:is:null)'] },
  })
  expect(sent()).toContain('mood mood (calm, tense)')
  expect(sent()).toContain('<request>\nCalm adults\n</request>')
  expect((await reader.call(writeRowFilter, aFilter('Calm adults'))).status).toBe(200)
  expect((await stranger.call(writeRowFilter, aFilter('Calm adults'))).status).toBe(404)
})

test.each(['I cannot do that.', 'age:above:18', 'height:eq:2', 'any(age:eq:1,height:eq:2)', ''])(
  'the answer %j is no filter of the table, and is told to be none',
  async (answer) => {
    server.answerWith(says(answer))
    expect(await owner.call(writeRowFilter, aFilter('Tall people'))).toMatchObject({
      status: 502,
      body: { code: 'upstream_failed', message: expect.stringContaining('Rephrase your request') },
    })
  },
)

test.each([{ prompt: ' ' }, { columns: [] }, { prompt: 'x'.repeat(AI_PROMPT_MAX + 1) }])(
  'a filter is not written from %j',
  async (more) => {
    const asked = server.asked.length
    expect((await owner.call(writeRowFilter, aFilter('Adults', more))).status).toBe(400)
    expect(server.asked).toHaveLength(asked)
  },
)

test('the server reports that it has an endpoint', async () => {
  expect(await owner.call(checkAiKey)).toEqual({ status: 200, body: { hasKey: true } })
})

test('the audit log records who had SQL written in which project, and not the prompt', async () => {
  server.answerWith(says('select 1'))
  await owner.call(completeCode, aTask({ prompt: 'where-the-badgers-hide' }))
  const { body } = await owner.call(listOrganizationAudit, { params: { slug } })
  const entries = JSON.stringify(body)
  expect(entries).toContain('Have SQL written by AI')
  expect(entries).not.toContain('badgers')
})

test('requests are limited per user and minute', async () => {
  server.answerWith(says('select 1'))
  const person = await aMember(fixture, owner, slug)
  const other = await aMember(fixture, owner, slug)
  for (let n = 0; n < AI_EDITS_PER_MINUTE; n++)
    expect((await person.call(completeCode, aTask())).status).toBe(200)
  expect(await person.call(completeCode, aTask())).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  })
  expect((await other.call(completeCode, aTask())).status).toBe(200)
})

const aChat = (text: string, more: object = {}) => ({
  body: { projectRef, messages: [{ role: 'user', parts: [{ type: 'text', text }] }], ...more },
})
const share = (...tags: readonly AiOptInTag[]) =>
  owner.call(updateOrganization, { params: { slug }, body: { opt_in_tags: tags } })
const answer = (body: unknown) =>
  String(body)
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)))

test("the assistant reads the project with the caller's permissions and as far as the organization shares it", async () => {
  const looks = wants(
    { name: 'list_tables', input: {} },
    { name: 'list_policies', input: {} },
    { name: 'get_advisors', input: { type: 'security' } },
  )
  for (const person of [owner, reader]) {
    server.answerWith(inTurn(looks, says('It is safe.')))
    const { status, body } = await person.call(askAssistant, aChat('Are my orders safe?'))
    expect(status).toBe(200)
    const events = answer(body)
    expect(events[0]).toEqual({ type: 'start' })
    expect(events.filter(({ type }) => /^tool-output/.test(type))).toMatchObject([
      { type: 'tool-output-available', output: expect.stringContaining('"orders"') },
      { type: 'tool-output-available', output: '[]' },
      { type: 'tool-output-error', errorText: expect.stringContaining('shares only the schema') },
    ])
    expect(events).toContainEqual(expect.objectContaining({ delta: 'It is safe.' }))
    expect(events.at(-1)).toEqual({ type: 'finish' })
  }
  const tools = server.asked.at(-1)?.body.tools?.map((tool) => tool.function.name) ?? []
  expect(tools.toSorted()).toEqual(assistantToolNames.toSorted())
  await share('AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN')
  server.answerWith(inTurn(looks, says('Now I know.')))
  const { body } = await owner.call(askAssistant, aChat('And now?'))
  expect(String(body)).toContain('rls_disabled_in_public')
  await share('AI_SQL_GENERATOR_OPT_IN')
})

test('the assistant receives policies as PostgreSQL lists them', async () => {
  await owner.call(runQuery, {
    params: { ref: projectRef },
    body: {
      query: `create schema guarded; create table guarded.notes (id int);
        create policy mine on guarded.notes as restrictive for select to anon, authenticated using (id > 0)`,
    },
  })
  server.answerWith(
    inTurn(wants({ name: 'list_policies', input: { schemas: ['guarded'] } }), says('There is one.')),
  )
  const { body } = await owner.call(askAssistant, aChat('Which policies has it?'))
  const [event] = answer(body).filter(({ type }) => type === 'tool-output-available')
  expect(event.output).toBe(
    JSON.stringify([
      {
        schema: 'guarded',
        table: 'notes',
        name: 'mine',
        permissive: 'RESTRICTIVE',
        roles: '{anon,authenticated}',
        command: 'SELECT',
        using: '(id > 0)',
        with_check: null,
      },
    ]),
  )
})

test('an invalid chat is refused, and the audit log contains no chat', async () => {
  const endless = aChat('x'.repeat(AI_CHAT_TEXT_MAX + 1)).body.messages
  for (const messages of [
    undefined,
    [],
    [{ role: 'system', parts: [] }],
    [{ role: 'user' }],
    'hello',
    endless,
  ])
    expect(await owner.call(askAssistant, { body: { projectRef, messages } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: { issues: expect.anything() } },
    })
  expect((await owner.call(askAssistant, { body: { messages: aChat('x').body.messages } })).status).toBe(400)
  expect((await owner.call(askAssistant, aChat('x'.repeat(5 * 1024 * 1024)))).status).toBe(413)
  expect((await stranger.call(askAssistant, aChat('x'))).status).toBe(404)
  expect((await personWith(fixture.app, '', {}).call(askAssistant, aChat('x'))).status).toBe(401)
  const reading = await fixture.app.inject({ url: readAssistant.path, headers: owner.headers })
  expect([reading.statusCode, reading.headers.allow]).toEqual([405, 'POST'])
  server.answerWith(replies(500, ''))
  expect((await owner.call(askAssistant, aChat('where-the-wombats-hide'))).status).toBe(502)
  const { body } = await owner.call(listOrganizationAudit, { params: { slug } })
  expect(JSON.stringify(body)).toContain('Ask the assistant')
  expect(JSON.stringify(body)).not.toContain('wombats')
})

test('nothing is sent to the endpoint for an organization with AI turned off', async () => {
  expect((await share()).body).toMatchObject({ opt_in_tags: [] })
  const asked = server.asked.length
  const refused = { status: 403, body: { code: 'forbidden', message: AI_IS_OFF } }
  for (const endpoint of [completeCode, streamCodeCompletion])
    expect(await owner.call(endpoint, aTask())).toMatchObject(refused)
  expect(await owner.call(askAssistant, aChat('Hello'))).toMatchObject(refused)
  expect(await owner.call(titleSql, { body: { sql: 'select * from orders', projectRef } })).toEqual({
    status: 200,
    body: { title: 'Select from orders' },
  })
  expect(server.asked).toHaveLength(asked)
  await share('AI_SQL_GENERATOR_OPT_IN')
  server.answerWith(says('select 1'))
  expect((await owner.call(completeCode, aTask())).status).toBe(200)
})
