import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addErrorEdge } from './error-edge.ts'
import { addStrictJson } from './json-body.ts'

const post = async (payload: string | Buffer, type = 'application/json') => {
  const app = Fastify({ bodyLimit: 1000 })
  addErrorEdge(app)
  addStrictJson(app)
  app.post('/', async (request) => ({ body: request.body ?? null }))
  const reply = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  return { status: reply.statusCode, ...reply.json() }
}

test('a JSON body arrives as it was sent', async () => {
  expect(await post('{"name":"名"}')).toMatchObject({ status: 200, body: { name: '名' } })
})

test('a call without a body may state a JSON content type', async () => {
  expect(await post('')).toMatchObject({ status: 200, body: null })
})

test.each([
  ['{"name":', 400, 'validation_failed', 'not valid JSON'],
  [Buffer.from([0x22, 0xff, 0x22]), 400, 'validation_failed', 'not valid UTF-8'],
  ['{"__proto__":{"isAdmin":true}}', 400, 'validation_failed', '__proto__'],
  ['{"a":[{"_\\u005fpr\\u006fto__":1}]}', 400, 'validation_failed', '__proto__'],
  [`"${'x'.repeat(2000)}"`, 413, 'too_large', 'too large'],
])('the body %.20s is refused with a reason', async (payload, status, code, words) => {
  expect(await post(payload)).toMatchObject({ status, code, message: expect.stringContaining(words) })
})

test('a body of another type is refused with a reason', async () => {
  expect(await post('a=b', 'application/x-www-form-urlencoded')).toMatchObject({
    status: 415,
    code: 'unsupported_media_type',
  })
})
