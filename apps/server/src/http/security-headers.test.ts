import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { addSecurityHeaders, allowStyles } from './security-headers.ts'

const app = Fastify()
addSecurityHeaders(app)
app.get('/page', (_request, reply) => reply.send({ nonce: allowStyles(reply) }))
app.get('/*', () => ({}))
app.get('/raw', {
  config: { raw: { method: 'GET', path: '/p/:ref/raw', summary: '', admits: 'anyone' } },
  handler: () => ({}),
})
afterAll(() => app.close())

const policyOf = async (url: string) => {
  const { headers } = await app.inject(url)
  return String(headers['content-security-policy'])
}
const sourcesOf = async (url: string, directive: string) =>
  new RegExp(`(?:^|;)${directive} ([^;]*)`).exec(await policyOf(url))?.[1]

test.each([
  ['default-src', "'none'"],
  ['script-src', "'self'"],
  ['style-src', "'self'"],
  ['frame-ancestors', "'none'"],
])('%s is %s, at every address', async (directive, sources) => {
  for (const url of ['/', '/assets/index-a.js']) expect(await sourcesOf(url, directive)).toBe(sources)
})

test('the SQL worker may compile a parser, and nothing else may', async () => {
  const scripts = (url: string) => sourcesOf(url, 'script-src')
  expect(await scripts('/assets/sql-worker-Ab_1-x.js')).toBe("'self' 'wasm-unsafe-eval'")
  for (const url of ['/assets/sql-worker-a.js?x', '/assets/sql-worker-a.js.map', '/x/assets/sql-worker-a.js'])
    expect(await scripts(url), url).toBe("'self'")
})

test('styles apply only with the nonce of their own response', async () => {
  const { headers, body } = await app.inject('/page')
  const { nonce } = JSON.parse(body)
  expect(headers['content-security-policy']).toContain(`;style-src 'self' 'nonce-${nonce}';`)
  expect(await policyOf('/page')).not.toContain(nonce)
})

test('browsers may not guess types, frame the pages or share them', async () => {
  expect((await app.inject('/')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test("a project's API sets its own headers", async () => {
  expect(await policyOf('/raw')).toBe('undefined')
})
