import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDashboardFiles } from './dashboard-files.ts'
import { addErrorEdge } from './error-edge.ts'
import { addSecurityHeaders } from './security-headers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dashboard-'))
const assets = path.join(folder, 'assets')
const SCRIPT = 'export default 1\n'
const app = Fastify()
/** What browsers send when they open an address. */
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__" session="__SESSION__">')
  mkdirSync(assets)
  for (const name of ['large.js', 'small.js', 'page.css', 'replaced.js', 'font.woff2'])
    writeFileSync(path.join(assets, name), SCRIPT)
  writeFileSync(path.join(assets, 'large.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(path.join(folder, 'outside.js'), SCRIPT)
  await app.register(cookie)
  addSecurityHeaders(app)
  addErrorEdge(app)
  await addDashboardFiles(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['an anonymous visitor', {}, 'none', ['/api/config']],
  ['a visitor with a session', { basalt_session: 'any' }, 'sent', ['/api/config', '/platform/profile']],
])('for %s, the page preloads the calls it makes first', async (_who, cookies, session, preloaded) => {
  const { headers, body } = await app.inject({ url: '/org/any', cookies, headers: PAGE })
  expect(headers.link).toBe(
    preloaded.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', '),
  )
  expect(body).toContain(`session="${session}"`)
})

test('every page has a fresh nonce, is never cached, and does not answer for the path of an API', async () => {
  const [first, second] = await Promise.all([
    app.inject('/'),
    app.inject({ url: '/project/any', headers: PAGE }),
  ])
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(first.body).toMatch(/^<meta nonce="(?!__)[\w-]{16,}" session="none">$/)
  expect(second.body).not.toBe(first.body)
  const nowhere = [
    '/platform/nothing',
    '/assets/gone.js',
    '/p/ref/rest',
    '/.well-known/change-password',
    '/org/%00',
    '/a%5Cb',
    `/${'x'.repeat(5000)}`,
  ]
  for (const url of nowhere) {
    const { statusCode, body } = await app.inject({ url, headers: PAGE })
    expect([statusCode, JSON.parse(body).code], url).toEqual([404, 'not_found'])
  }
})

test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  'a path without a file is not found for a program that sends %j',
  async (headers) => {
    for (const url of ['/healthz', '/ready', '/wp-login.php', '/project/any']) {
      const { statusCode, body } = await app.inject({ url, headers })
      expect([statusCode, JSON.parse(body).code], url).toEqual([404, 'not_found'])
    }
  },
)

test.each([
  ['large.js', 'gzip, deflate, br', 'br', 'text/javascript; charset=utf-8'],
  ['large.js', 'gzip, br;q=0', undefined, 'text/javascript; charset=utf-8'],
  ['large.js', undefined, undefined, 'text/javascript; charset=utf-8'],
  ['small.js', 'br', undefined, 'text/javascript; charset=utf-8'],
  ['page.css', 'br', undefined, 'text/css; charset=utf-8'],
  ['font.woff2', 'br', undefined, 'font/woff2'],
])(
  '%s for a browser that accepts %s is encoded as %s, and kept for a year',
  async (name, accepted, encoding, type) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      url: `/assets/${name}`,
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(headers['content-encoding']).toBe(encoding)
    const content = encoding ? brotliDecompressSync(rawPayload) : rawPayload
    expect(content.toString()).toBe(SCRIPT)
  },
)

test('a script is not read again once it was sent, and one that a new build replaced is not found', async () => {
  const statusOf = async (name: string) => (await app.inject(`/assets/${name}`)).statusCode
  expect(await statusOf('small.js')).toBe(200)
  rmSync(path.join(assets, 'small.js'))
  rmSync(path.join(assets, 'replaced.js'))
  expect(await statusOf('small.js')).toBe(200)
  expect(await statusOf('replaced.js')).toBe(404)
})

test.each([
  '/assets/..%2Foutside.js',
  '/assets/%2e%2e%2foutside.js',
  '/assets/..%5Coutside.js',
  '/assets/gone.js',
])('%s is no script of the dashboard', async (url) => {
  const { statusCode, body } = await app.inject(url)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(body).not.toContain(SCRIPT)
})
