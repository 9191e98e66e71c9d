import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDashboardFiles } from './dashboard-files.ts'
import { addErrorEdge } from './error-edge.ts'
import { addSecurityHeaders } from './security-headers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'dashboard-'))
const app = Fastify()
/** What browsers send when they open an address. */
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__" session="__SESSION__">')
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
