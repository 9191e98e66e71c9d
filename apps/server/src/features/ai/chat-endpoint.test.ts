import { type AskedChat, beginToSay, openChatServer, replies, says } from '@basalt/testing/ai/chat-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import { collect } from '../../test/collect.ts'
import { ANSWER_MAX, REFUSAL_SHOWN } from './ai.rules.ts'
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
  silenceMs = LONG_MS,
  totalMs = LONG_MS,
  baseUrl = server.url,
  apiKey = KEY,
} = {}) => chat({ baseUrl, apiKey, model: 'small' }, { messages, signal, silenceMs, totalMs })

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

test('an answer comes in the pieces it is written in, and the question carries model and key', async () => {
  server.answerWith(says('select', ' 1', ';'))
  expect(await collect(ask())).toEqual(['select', ' 1', ';'])
  expect(server.asked.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    authorization: `Bearer ${KEY}`,
    body: { model: 'small', stream: true, messages },
  })
})

test('a slash at the end of the address, and an endpoint without a key', async () => {
  server.answerWith(says('ok'))
  expect(await collect(ask({ baseUrl: `${server.url}/`, apiKey: '' }))).toEqual(['ok'])
  expect(server.asked.at(-1)).toMatchObject({ path: '/v1/chat/completions', authorization: undefined })
})

test('an endpoint that does not stream is understood as well', async () => {
  const answer = { choices: [{ message: { content: 'select 1' }, finish_reason: 'stop' }] }
  server.answerWith(replies(200, JSON.stringify(answer)))
  expect(await collect(ask())).toEqual(['select 1'])
})

test('an end without a reason, or without [DONE], is an end', async () => {
  server.answerWith((reply) => {
    const answer = beginToSay(reply, 'one')
    answer.send('data: [DONE]\n\n')
    reply.end()
  })
  expect(await collect(ask())).toEqual(['one'])
  server.answerWith((reply) => {
    const answer = beginToSay(reply, 'two')
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
      const answer = beginToSay(reply)
      for (const delta of deltas)
        answer.send(`data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [delta] } }] })}\n\n`)
      answer.end('tool_calls')
    })
    const asking = { messages, tools: [tool], signal: new AbortController().signal }
    const limits = { silenceMs: LONG_MS, totalMs: LONG_MS }
    return collect(converse({ baseUrl: server.url, model: 'small' }, { ...asking, ...limits }))
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
  ])('that come %s are put together', async (_how, deltas, calls) => {
    expect(await piecesOf(...deltas)).toEqual([{ kind: 'calls', calls }])
    expect(server.asked.at(-1)?.body.tools).toEqual([{ type: 'function', function: tool }])
  })
})

describe('a refusal', () => {
  test.each([
    [401, '{"error":{"message":"Incorrect API key provided: sk-t***cret"}}', 'does not accept the key'],
    [403, '', 'does not accept the key'],
    [404, '{"error":{"message":"model not found"}}', 'knows no model small'],
    [500, 'boom', 'has a problem of its own'],
    [503, '', 'has a problem of its own'],
    [307, '', 'has moved'],
    [400, '{"error":{"message":"context too long"}}', 'refused: context too long'],
    [400, '{"error":"no such option"}', 'refused: no such option'],
    [422, '{"message":"bad"}', 'refused: bad'],
    [400, '<html>', 'Failed to generate completion'],
  ])('of status %i is told in words', async (status, body, words) => {
    server.answerWith(
      replies(status, body, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' }),
    )
    expect(await failure()).toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining(words),
    })
  })

  test('for asking too often says when to come back', async () => {
    server.answerWith(replies(429, '{}', { 'retry-after': '17' }))
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfter: 17 })
    server.answerWith(replies(429, '{}', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }))
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfter: undefined })
  })

  test('never repeats the key, and is cut', async () => {
    server.answerWith(
      replies(400, JSON.stringify({ error: { message: `${KEY} sk-t***cret ${'x'.repeat(5000)}` } })),
    )
    const { message } = await failure()
    expect(message).not.toContain('cret')
    expect(message.length).toBeLessThan(REFUSAL_SHOWN + 100)
  })
})

describe('an answer that is none', () => {
  test.each([
    ['a page', '<html>Hello</html>', 'text/html'],
    ['JSON of something else', '{"hello":1}', 'application/json'],
    ['JSON that is none', '{', 'application/json'],
    ['nothing', '', 'text/event-stream'],
    ['events of something else', 'data: {"choices":"all"}\n\n', 'text/event-stream'],
    ['events that are no JSON', 'data: hello\n\n', 'text/event-stream'],
    ['an event without end', `data: ${'x'.repeat(ANSWER_MAX + 1000)}`, 'text/event-stream'],
  ])('%s is not the protocol', async (_what, body, type) => {
    server.answerWith(replies(200, body, { 'content-type': type }))
    expect((await failure()).message).toContain('does not speak the protocol')
  })

  test('one that breaks off is not taken for whole', async () => {
    server.answerWith((reply) => {
      beginToSay(reply, 'select')
      reply.end()
    })
    expect((await failure()).message).toContain('broke off')
    server.answerWith((reply) => {
      beginToSay(reply, 'select')
      reply.flushHeaders()
      reply.socket?.end()
    })
    expect((await failure()).message).toContain('broke off')
  })

  test('one that was cut, is endless or was declined is refused', async () => {
    server.answerWith((reply) => beginToSay(reply, 'select').end('length'))
    expect((await failure()).message).toContain('too long')
    server.answerWith(says('x'.repeat(ANSWER_MAX), 'y'))
    expect((await failure()).message).toContain('too long')
    server.answerWith((reply) => beginToSay(reply).end('content_filter'))
    expect((await failure()).message).toContain('declined')
  })

  test('an error after the beginning is told', async () => {
    server.answerWith((reply) => {
      beginToSay(reply, 'sel').send(`data: {"error":{"message":"overloaded ${KEY}"}}\n\n`)
      reply.end()
    })
    expect((await failure()).message).toContain('gave up: overloaded')
  })
})

test('an address where nobody answers', async () => {
  expect((await failure(ask({ baseUrl: 'http://127.0.0.1:1/v1' }))).message).toContain('does not answer')
})

test('an endpoint that falls silent, before or after its first word, or never comes to an end, is left', async () => {
  server.answerWith(() => undefined)
  expect((await failure(ask({ silenceMs: 30 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
  server.answerWith((reply) => void beginToSay(reply, 'select'))
  expect((await failure(ask({ silenceMs: 300 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
  server.answerWith((reply) => void beginToSay(reply, 'select'))
  expect((await failure(ask({ totalMs: 300 }))).message).toContain('took too long')
  await server.asked.at(-1)?.closed
})

test('when the caller disconnects, the request to the endpoint is aborted', async () => {
  const gone = new AbortController()
  server.answerWith((reply) => void beginToSay(reply, 'select'))
  const pieces = ask({ signal: gone.signal })
  expect((await pieces.next()).value).toBe('select')
  const next = pieces.next()
  gone.abort()
  await expect(next).rejects.toMatchObject({ code: 'gone' })
  await (server.asked.at(-1) as AskedChat).closed
})
