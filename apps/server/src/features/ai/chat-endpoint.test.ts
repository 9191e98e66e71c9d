import {
  type ChatRequest,
  openChatServer,
  replies,
  says,
  startReply,
} from '@basalt/testing/ai/chat-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import { collect } from '../../test/collect.ts'
import { ANSWER_MAX, ERROR_MESSAGE_MAX } from './ai.rules.ts'
import { chat, converse } from './chat-endpoint.ts'

const KEY = 'sk-test-4711-secret'
const LONG_MS = 60_000
const messages = [{ role: 'user' as const, content: 'Hello' }]

let server: Awaited<ReturnType<typeof openChatServer>>
beforeAll(async () => {
  server = await openChatServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = ({
  signal = new AbortController().signal,
  idleMs = LONG_MS,
  totalMs = LONG_MS,
  baseUrl = server.url,
  apiKey = KEY,
} = {}) => chat({ baseUrl, apiKey, model: 'small' }, { messages, signal, idleMs, totalMs })

const failure = async (pieces = ask()) => {
  const error = await collect(pieces).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  const { code, message, options } = error as AppError
  expect(message).not.toContain(KEY)
  return { code, message, retryAfter: options.retryAfter }
}

test('an answer is yielded in pieces, and the request contains model and key', async () => {
  server.answerWith(says('select', ' 1', ';'))
  expect(await collect(ask())).toEqual(['select', ' 1', ';'])
  expect(server.asked.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    authorization: `Bearer ${KEY}`,
    body: { model: 'small', stream: true, messages },
  })
})

test('an address may end with a slash, and an endpoint needs no key', async () => {
  server.answerWith(says('ok'))
  expect(await collect(ask({ baseUrl: `${server.url}/`, apiKey: '' }))).toEqual(['ok'])
  expect(server.asked.at(-1)).toMatchObject({ path: '/v1/chat/completions', authorization: undefined })
})

test('an answer that is not streamed is read', async () => {
  const answer = { choices: [{ message: { content: 'select 1' }, finish_reason: 'stop' }] }
  server.answerWith(replies(200, JSON.stringify(answer)))
  expect(await collect(ask())).toEqual(['select 1'])
})

test('an answer may end without finish_reason or without [DONE]', async () => {
  server.answerWith((reply) => {
    const answer = startReply(reply, 'one')
    answer.send('data: [DONE]\n\n')
    reply.end()
  })
  expect(await collect(ask())).toEqual(['one'])
  server.answerWith((reply) => {
    const answer = startReply(reply, 'two')
    answer.send('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n')
    answer.send('data: {"choices":[],"usage":{"total_tokens":3}}\n\n')
    reply.end()
  })
  expect(await collect(ask())).toEqual(['two'])
})

describe('tools', () => {
  const tool = { name: 'look', description: 'Looks', parameters: { type: 'object' } }
  const piecesOf = async (...deltas: object[]) => {
    server.answerWith((reply) => {
      const answer = startReply(reply)
      for (const delta of deltas)
        answer.send(`data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [delta] } }] })}\n\n`)
      answer.end('tool_calls')
    })
    const request = { messages, tools: [tool], signal: new AbortController().signal }
    const limits = { idleMs: LONG_MS, totalMs: LONG_MS }
    return collect(converse({ baseUrl: server.url, model: 'small' }, { ...request, ...limits }))
  }
  const call = (id: string, name: string, json: string) => ({ id, name, arguments: json })

  test.each([
    [
      'in parts',
      [
        { index: 0, id: 'a', function: { name: 'look', arguments: '' } },
        { index: 0, function: { arguments: '{"at"' } },
        { index: 1, id: 'b', function: { name: 'find', arguments: '{}' } },
        { index: 0, function: { arguments: ':1}' } },
      ],
      [call('a', 'look', '{"at":1}'), call('b', 'find', '{}')],
    ],
    [
      'under one index',
      [
        { index: 0, id: 'a', function: { name: 'look', arguments: '{}' } },
        { index: 0, id: 'b', function: { name: 'find', arguments: '{}' } },
      ],
      [call('a', 'look', '{}'), call('b', 'find', '{}')],
    ],
    ['without index and id', [{ function: { name: 'look', arguments: '{}' } }], [call('', 'look', '{}')]],
  ])('that arrive %s are assembled', async (_how, deltas, calls) => {
    expect(await piecesOf(...deltas)).toEqual([{ kind: 'calls', calls }])
    expect(server.asked.at(-1)?.body.tools).toEqual([{ type: 'function', function: tool }])
  })
})

describe('an error response', () => {
  test.each([
    [401, '{"error":{"message":"Incorrect API key provided: sk-t***cret"}}', 'does not accept the key'],
    [403, '', 'does not accept the key'],
    [404, '{"error":{"message":"model not found"}}', 'has no model small'],
    [500, 'boom', 'failed. Try again'],
    [503, '', 'failed. Try again'],
    [307, '', 'has moved'],
    [400, '{"error":{"message":"context too long"}}', 'refused: context too long'],
    [400, '{"error":"no such option"}', 'refused: no such option'],
    [422, '{"message":"bad"}', 'refused: bad'],
    [400, '<html>', 'Failed to generate completion'],
  ])('with status %i has a message', async (status, body, words) => {
    server.answerWith(
      replies(status, body, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' }),
    )
    expect(await failure()).toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining(words),
    })
  })

  test('with status 429 has the seconds to wait', async () => {
    server.answerWith(replies(429, '{}', { 'retry-after': '17' }))
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfter: 17 })
    server.answerWith(replies(429, '{}', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }))
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfter: undefined })
  })

  test('never contains the key and is truncated', async () => {
    server.answerWith(
      replies(400, JSON.stringify({ error: { message: `${KEY} sk-t***cret ${'x'.repeat(5000)}` } })),
    )
    const { message } = await failure()
    expect(message).not.toContain('cret')
    expect(message.length).toBeLessThan(ERROR_MESSAGE_MAX + 100)
  })
})

describe('an invalid answer', () => {
  test.each([
    ['an HTML page', '<html>Hello</html>', 'text/html'],
    ['JSON of another kind', '{"hello":1}', 'application/json'],
    ['invalid JSON', '{', 'application/json'],
    ['nothing', '', 'text/event-stream'],
    ['events of another kind', 'data: {"choices":"all"}\n\n', 'text/event-stream'],
    ['events that are not JSON', 'data: hello\n\n', 'text/event-stream'],
    ['an event without end', `data: ${'x'.repeat(ANSWER_MAX + 1000)}`, 'text/event-stream'],
  ])('%s is a protocol error', async (_what, body, type) => {
    server.answerWith(replies(200, body, { 'content-type': type }))
    expect((await failure()).message).toContain('is not compatible with the OpenAI API')
  })

  test('an interrupted answer is an error', async () => {
    server.answerWith((reply) => {
      startReply(reply, 'select')
      reply.end()
    })
    expect((await failure()).message).toContain('was interrupted')
    server.answerWith((reply) => {
      startReply(reply, 'select')
      reply.flushHeaders()
      reply.socket?.end()
    })
    expect((await failure()).message).toContain('was interrupted')
  })

  test('a truncated, endless or declined answer is an error', async () => {
    server.answerWith((reply) => startReply(reply, 'select').end('length'))
    expect((await failure()).message).toContain('too long')
    server.answerWith(says('x'.repeat(ANSWER_MAX), 'y'))
    expect((await failure()).message).toContain('too long')
    server.answerWith((reply) => startReply(reply).end('content_filter'))
    expect((await failure()).message).toContain('declined')
  })

  test('an error in the middle of an answer is reported', async () => {
    server.answerWith((reply) => {
      startReply(reply, 'sel').send(`data: {"error":{"message":"overloaded ${KEY}"}}\n\n`)
      reply.end()
    })
    expect((await failure()).message).toContain('failed: overloaded')
  })
})

test('an unreachable address is an error', async () => {
  expect((await failure(ask({ baseUrl: 'http://127.0.0.1:1/v1' }))).message).toContain('does not answer')
})

test('an endpoint times out when it sends nothing, stops sending or never ends', async () => {
  server.answerWith(() => undefined)
  expect((await failure(ask({ idleMs: 30 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
  server.answerWith((reply) => void startReply(reply, 'select'))
  expect((await failure(ask({ idleMs: 300 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
  server.answerWith((reply) => void startReply(reply, 'select'))
  expect((await failure(ask({ totalMs: 300 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
})

test('when the caller disconnects, the request to the endpoint is aborted', async () => {
  const client = new AbortController()
  server.answerWith((reply) => void startReply(reply, 'select'))
  const pieces = ask({ signal: client.signal })
  expect((await pieces.next()).value).toBe('select')
  const next = pieces.next()
  client.abort()
  await expect(next).rejects.toMatchObject({ code: 'gone' })
  await (server.asked.at(-1) as ChatRequest).closed
})
