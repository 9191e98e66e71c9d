import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { inTurn, openChatServer, replies, says, startReply, wants } from '@basalt/testing/ai/chat-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../http/app-error.ts'
import { collect } from '../../../test/collect.ts'
import { STEPS_MAX } from '../ai.rules.ts'
import { sqlAssistant } from './assistant.service.ts'
import { assistantToolSet } from './tool-set.ts'

const project = { ref: 'a'.repeat(20), status: 'ACTIVE_HEALTHY' } as Project
let server: Awaited<ReturnType<typeof openChatServer>>
/** The tool calls made. */
let toolCalls: [string, unknown][] = []

beforeAll(async () => {
  server = await openChatServer()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  toolCalls = []
})

const tools = assistantToolSet({
  definitions: ['execute_sql', 'list_tables', 'get_logs', 'apply_migration'].map((name) => ({
    name,
    description: name,
    parameters: { type: 'object' },
  })),
  async run(name, input) {
    toolCalls.push([name, input])
    if (name === 'get_logs') throw new AppError('forbidden', 'Ask an owner')
    return { text: '[{"name":"orders"}]', isError: false }
  },
})

const ask = (level: AiLevel = 'schema', signal = new AbortController().signal) =>
  sqlAssistant({
    endpoint: { baseUrl: server.url, model: 'small' },
    tools,
    schemaFor: async () => 'table public.orders (id int);',
  })({
    project,
    level,
    signal,
    call: () => Promise.reject(new Error('The platform is not called')),
    chat: {
      projectRef: project.ref,
      chatName: 'New chat',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How many orders?' }] }],
    },
  })

const kinds = (events: readonly AnswerEvent[]) => events.map(({ type }) => type)
const lastRequest = () => server.asked.at(-1)!.body

test('text is streamed as it arrives, and the model receives schema, question and tools', async () => {
  server.answerWith(says('Count', ' them.'))
  expect(await collect(ask())).toMatchObject([
    { type: 'text-start' },
    { type: 'text-delta', delta: 'Count' },
    { type: 'text-delta', delta: ' them.' },
    { type: 'text-end' },
  ])
  const { messages, tools: sentTools } = lastRequest()
  expect(messages[0]?.content).toContain('<schema>\ntable public.orders (id int);\n</schema>')
  expect(messages[0]?.content).toContain('rename_chat')
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'How many orders?' })
  // No tool runs SQL or changes a database, although the agent has some that do.
  expect(sentTools?.map((one) => one.function.name)).toEqual([
    'execute_sql',
    'rename_chat',
    'list_policies',
    'list_tables',
    'get_logs',
  ])
})

test('the model reads the output of a tool before it continues', async () => {
  server.answerWith(inTurn(wants({ name: 'list_tables', input: { schemas: ['shop'] } }), says('Two.')))
  expect(await collect(ask())).toMatchObject([
    { type: 'tool-input-available', toolName: 'list_tables', input: { schemas: ['shop'] } },
    { type: 'tool-output-available', output: '[{"name":"orders"}]' },
    { type: 'text-start' },
    { type: 'text-delta', delta: 'Two.' },
    { type: 'text-end' },
  ])
  expect(toolCalls).toEqual([['list_tables', { schemas: ['shop'] }]])
  expect(lastRequest().messages.at(-1)).toMatchObject({ role: 'tool', content: '[{"name":"orders"}]' })
})

test('SQL is displayed and not run, and the answer ends with it', async () => {
  const asked = server.asked.length
  const input = { sql: 'delete from orders', label: 'Delete orders' }
  server.answerWith(wants({ name: 'execute_sql', input }))
  expect(await collect(ask('schema_and_log_and_data'))).toMatchObject([
    { type: 'tool-input-available', input },
  ])
  expect(toolCalls).toEqual([])
  expect(server.asked).toHaveLength(asked + 1)
})

test.each([
  ['above the level', 'get_logs', {}, 'shares only the schema'],
  ['that is not there', 'drop_all', {}, 'There is no tool drop_all'],
  ['that changes a database', 'apply_migration', {}, 'There is no tool apply_migration'],
  ['called wrongly', 'execute_sql', { query: 1 }, 'Wrong arguments for execute_sql'],
])('a call of a tool %s returns an error, and the model continues', async (_which, name, input, words) => {
  server.answerWith(inTurn(wants({ name, input }), says('I see.')))
  const events = await collect(ask())
  expect(events[1]).toMatchObject({ type: 'tool-output-error', errorText: expect.stringContaining(words) })
  expect(kinds(events)).toContain('text-delta')
  expect(toolCalls).toEqual([])
})

test('an error of the platform is returned to the model', async () => {
  server.answerWith(inTurn(wants({ name: 'get_logs', input: {} }), says('No.')))
  expect((await collect(ask('schema_and_log')))[1]).toMatchObject({ errorText: 'Ask an owner' })
})

test('a model that only calls tools has to answer in the last step', async () => {
  const asked = server.asked.length
  const looks = wants({ name: 'list_tables', input: {} })
  server.answerWith((reply, chat) => (chat.body.tools ? looks : says('Enough.'))(reply, chat))
  expect((await collect(ask())).at(-2)).toMatchObject({ delta: 'Enough.' })
  expect(toolCalls).toHaveLength(STEPS_MAX - 1)
  expect(server.asked).toHaveLength(asked + STEPS_MAX)
})

test('a model that does not support tools answers without them', async () => {
  const refusal = replies(400, JSON.stringify({ error: { message: 'small does not support tools' } }))
  server.answerWith((reply, chat) => (chat.body.tools ? refusal : says('Fine.'))(reply, chat))
  expect((await collect(ask()))[1]).toMatchObject({ delta: 'Fine.' })
})

test('reasoning is separated from the answer', async () => {
  server.answerWith((reply) => {
    const answer = startReply(reply)
    answer.send('data: {"choices":[{"delta":{"reasoning_content":"Hm."}}]}\n\n')
    answer.say('Yes.')
    answer.end()
  })
  expect(kinds(await collect(ask()))).toEqual([
    'reasoning-start',
    'reasoning-delta',
    'reasoning-end',
    'text-start',
    'text-delta',
    'text-end',
  ])
})

test('an empty answer is an error', async () => {
  server.answerWith(says(''))
  await expect(collect(ask())).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('a client that disconnects aborts the request to the model', async () => {
  const client = new AbortController()
  server.answerWith((reply) => void startReply(reply, 'Well'))
  const events = ask('schema', client.signal)
  await events.next()
  await events.next()
  const next = events.next()
  client.abort()
  await expect(next).rejects.toMatchObject({ code: 'gone' })
  await server.asked.at(-1)?.closed
})
