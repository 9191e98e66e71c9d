import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { addErrorEdge } from './error-edge.ts'
import { addHostCheck } from './host-check.ts'
import { publicOrigin } from './public-origin.ts'
import { addForwardedHeaders, proxyCheck } from './trusted-proxies.ts'

const networks = (...texts: string[]) =>
  texts.map((text) => {
    const [address = '', prefix] = text.split('/')
    return { address, prefix: Number(prefix ?? (address.includes(':') ? 128 : 32)) }
  })

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.1.2.3', false],
  ['fd00::7', true],
  ['fe80::7', false],
  ['127.0.0.1', false],
  [undefined, false],
  ['', false],
])('with the proxies 10.0.0.0/8 and fd00::/8, %s is a proxy: %s', (address, isTrusted) => {
  expect(proxyCheck(networks('10.0.0.0/8', 'fd00::/8'))(address)).toBe(isTrusted)
})

describe('over a connection', () => {
  let close: () => Promise<unknown> = async () => undefined
  afterEach(() => close())

  const open = async (proxies: string[], publicUrl?: string) => {
    const isProxy = proxyCheck(networks(...proxies))
    const app = Fastify({ trustProxy: isProxy })
    addErrorEdge(app)
    addForwardedHeaders(app, isProxy)
    addHostCheck(app, { publicUrl })
    app.get('/', async (incoming) => ({
      address: incoming.ip,
      origin: publicOrigin(incoming, publicUrl),
      forwarded: Object.keys(incoming.headers).filter((name) => name.includes('forwarded')),
    }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    close = () => app.close()
    const { port } = app.server.address() as AddressInfo
    return (headers: Record<string, string>) =>
      new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
        request({ host: '127.0.0.1', port, headers, agent: false }, async (reply) => {
          const text = Buffer.concat(await reply.toArray()).toString()
          resolve({ status: reply.statusCode!, body: JSON.parse(text) })
        })
          .on('error', reject)
          .end()
      })
  }
  const forged = {
    host: 'localhost',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'db.example.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/p',
    forwarded: 'for=203.0.113.9',
  }

  test('forwarded headers of a peer that is not a configured proxy are removed', async () => {
    const send = await open([])
    expect((await send(forged)).body).toEqual({
      address: '127.0.0.1',
      origin: 'http://localhost',
      forwarded: [],
    })
  })

  test("a configured proxy reports the client; the client's own claim is not trusted", async () => {
    const send = await open(['127.0.0.1'])
    const { body } = await send({
      ...forged,
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'x-forwarded-host': 'evil.test, db.example.com',
    })
    expect(body).toMatchObject({ address: '203.0.113.9', origin: 'https://db.example.com' })
  })

  test.each([
    ['localhost', 200],
    ['LOCALHOST:4000', 200],
    ['127.0.0.1:4000', 200],
    ['[::1]:4000', 200],
    ['shop.localhost', 200],
    ['db.example.com', 200],
    ['db.example.com:8443', 200],
    ['evil.test', 403],
    ['127.0.0.1.evil.test', 403],
    ['localhost.evil.test', 403],
    ['db.example.com.evil.test', 403],
    ['evil.test:80@localhost', 403],
    ['a b', 403],
  ])('on loopback, the host %s is answered with %i', async (host, status) => {
    const send = await open([], 'https://db.example.com')
    expect((await send({ host })).status).toBe(status)
  })

  test('a known name in X-Forwarded-Host does not make a foreign host known, not even from a proxy', async () => {
    const send = await open(['127.0.0.1'], 'https://db.example.com')
    const { status, body } = await send({ ...forged, host: 'evil.test' })
    expect(status).toBe(403)
    expect(body.message).toContain('BASALT_PUBLIC_URL')
  })
})
