import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addErrorEdge } from './error-edge.ts'
import { addOriginCheck } from './origin-check.ts'

const statusOf = async (
  headers: Record<string, string>,
  {
    method = 'POST' as 'GET' | 'POST',
    publicUrl,
    loopbackOnly = false,
  }: { method?: 'GET' | 'POST'; publicUrl?: string; loopbackOnly?: boolean } = {},
) => {
  const app = Fastify({ trustProxy: true })
  addErrorEdge(app)
  addOriginCheck(app, { publicUrl, loopbackOnly })
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'in' })
  return (await app.inject({ method, url: '/', headers })).statusCode
}

test.each([
  [200, 'its own origin', { host: 'db.test', origin: 'http://db.test' }],
  [
    200,
    'its own origin behind a proxy',
    { host: 'inner', 'x-forwarded-host': 'db.test', 'x-forwarded-proto': 'https', origin: 'https://db.test' },
  ],
  [200, 'no origin and no cookie, as programs do', { host: 'db.test' }],
  [200, 'its own referer', { host: 'db.test', cookie: 'a=b', referer: 'http://db.test/org' }],
  [403, 'another site', { host: 'db.test', origin: 'http://evil.test' }],
  [403, 'another port of the same host', { host: 'db.test', origin: 'http://db.test:8080' }],
  [403, 'an opaque origin', { host: 'db.test', origin: 'null' }],
  [403, 'a cookie without any origin', { host: 'db.test', cookie: 'a=b' }],
  [403, 'another site in the referer', { host: 'db.test', cookie: 'a=b', referer: 'http://evil.test/' }],
] as const)('answers %i to a write with %s', async (status, _what, headers) => {
  expect(await statusOf(headers)).toBe(status)
})

test('a read needs no origin', async () => {
  expect(await statusOf({ host: 'db.test', origin: 'http://evil.test' }, { method: 'GET' })).toBe(200)
})

test('a configured public address is the only origin', async () => {
  const publicUrl = 'https://db.example.com/'
  expect(await statusOf({ host: 'inner', origin: 'https://db.example.com' }, { publicUrl })).toBe(200)
  expect(await statusOf({ host: 'inner', origin: 'http://inner' }, { publicUrl })).toBe(403)
})

test('without sign-in, a foreign host name is refused for reads too', async () => {
  expect(await statusOf({ host: 'localhost:4000' }, { method: 'GET', loopbackOnly: true })).toBe(200)
  expect(await statusOf({ host: 'rebound.test' }, { method: 'GET', loopbackOnly: true })).toBe(403)
})
