import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('open', { public: true })
  const files = storage.service.from('open')
  await files.upload('digits.txt', '0123456789', { contentType: 'text/plain', cacheControl: '60' })
  await files.upload('page.html', '<script>alert(1)</script>', { contentType: 'text/html' })
  await files.upload('drawing.svg', '<svg onload="alert(1)"/>', { contentType: 'image/svg+xml' })
  await files.upload('paper.pdf', '%PDF', { contentType: 'application/pdf' })
  await files.upload('empty.txt', '', { contentType: 'text/plain' })
})
afterAll(() => storage[Symbol.asyncDispose]())

/** Sends the path unnormalized, unlike fetch. */
const bareGet = (path: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    http
      .get(`${storage.origin}`, { path }, async (reply) => {
        resolve({ status: reply.statusCode, body: await text(reply) })
      })
      .on('error', reject)
  })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${storage.url}/object/public/open/${path}`, { headers, method })

test('a download has the headers that caches and players need', async () => {
  const reply = await get('digits.txt', { 'accept-encoding': 'identity' })
  expect(await reply.text()).toBe('0123456789')
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '10',
    'content-type': 'text/plain',
    'cache-control': 'max-age=60',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag: '"781e5e245d69b566979b86e28d23f2c7"',
  })
})

test('HEAD returns the same headers without the bytes', async () => {
  const reply = await get('digits.txt', {}, 'HEAD')
  expect(reply.headers.get('content-length')).toBe('10')
  expect(reply.headers.get('etag')).toBe('"781e5e245d69b566979b86e28d23f2c7"')
  expect(await reply.text()).toBe('')
})

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=0-1,3-4', 200, '0123456789', null],
])('the range %s returns status %i', async (range, status, text, contentRange) => {
  const reply = await get('digits.txt', { range })
  expect([reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ])
})

test('a range outside the object is refused with the size of the object', async () => {
  for (const method of ['GET', 'HEAD']) {
    const reply = await get('digits.txt', { range: 'bytes=10-' }, method)
    expect([reply.status, reply.headers.get('content-range'), reply.headers.get('etag')]).toEqual([
      416,
      'bytes */10',
      null,
    ])
    expect(await reply.text()).toBe(
      method === 'HEAD'
        ? ''
        : JSON.stringify({
            statusCode: '416',
            error: 'InvalidRange',
            message: 'The requested range is not satisfiable',
            code: 'InvalidRange',
          }),
    )
  }
})

test('an unchanged object is not sent again', async () => {
  const { headers } = await get('digits.txt')
  const again = await get('digits.txt', { 'if-none-match': headers.get('etag')! })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('preconditions are evaluated before ranges and caches', async () => {
  const { headers } = await get('digits.txt')
  const [eTag, changed] = [headers.get('etag')!, headers.get('last-modified')!]
  const past = new Date(0).toUTCString()
  for (const failing of [
    { 'if-match': '"other"', range: 'bytes=0-6', 'if-none-match': eTag },
    { 'if-unmodified-since': past, range: 'bytes=0-6' },
  ]) {
    const reply = await get('digits.txt', failing as never)
    expect([reply.status, await reply.json()]).toEqual([
      412,
      expect.objectContaining({ statusCode: '412', code: 'PreconditionFailed' }),
    ])
  }
  for (const fulfilled of [
    { 'if-match': eTag, 'if-unmodified-since': past },
    { 'if-unmodified-since': changed },
  ]) {
    const reply = await get('digits.txt', { range: 'bytes=0-3', ...fulfilled } as never)
    expect([reply.status, await reply.text()]).toEqual([206, '0123'])
  }
})

test('an empty object is returned as zero bytes', async () => {
  const reply = await get('empty.txt')
  expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', ''])
})

test.each([
  ['page.html', 'sandbox'],
  ['drawing.svg', 'sandbox'],
  ['paper.pdf', undefined],
  ['digits.txt', undefined],
])('%s cannot run scripts on the origin of the dashboard', async (path, sandbox) => {
  const policy = (await get(path)).headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy.split('; ').find((part) => part === 'sandbox')).toBe(sandbox)
})

test('`download` names the file in any language, and leaves the name to the URL when empty', async () => {
  const disposition = async (query: string) =>
    (await get(`digits.txt?download=${query}`)).headers.get('content-disposition')
  expect(await disposition('')).toBe('attachment;')
  expect(await disposition('report.pdf')).toBe("attachment; filename=report.pdf; filename*=UTF-8''report.pdf")
  expect(await disposition(encodeURIComponent('Größe "1"\r\n.txt'))).toBe(
    `attachment; filename="Gr__e _1___.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%0D%0A.txt`,
  )
})

test('a slash may be encoded', async () => {
  await storage.service.from('open').upload('a/b.txt', 'deep')
  expect(await (await get('a%2Fb.txt')).text()).toBe('deep')
})

test.each([
  ...['..%2f..%2fsecret', '%2e%2e/%2e%2e/secret', 'a/%2e%2e/digits.txt', 'digits.txt%00', '%2Fetc%2Fpasswd'],
  ...['a%252f..', '....//x', '.', '%C0%AE%C0%AE/x'],
])('the path %s is refused', async (path) => {
  const { status, body } = await bareGet(`${new URL(storage.url).pathname}/object/public/open/${path}`)
  expect(status).toBe(400)
  expect(JSON.parse(body).message).toMatch(/not found|Invalid|not a valid url|Name a bucket|Bad/i)
})

test('a CORS preflight is accepted', async () => {
  const reply = await fetch(`${storage.url}/object/open/x`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': 'x-upsert,authorization' },
  })
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-headers')).toBe('x-upsert,authorization')
  expect(reply.headers.get('access-control-allow-methods')).toContain('PUT')
})

test('a write from another origin needs only the key', async () => {
  const reply = await fetch(`${storage.url}/object/open/from-afar.txt`, {
    method: 'POST',
    body: 'x',
    headers: { origin: 'https://shop.example', apikey: storage.keyOf('service_role') },
  })
  expect(reply.status).toBe(200)
})

test('a row without an upload is not found, and does not break listings', async () => {
  await storage.sql("insert into storage.objects (bucket_id, name) values ('open', 'by-hand.txt')")
  expect(await (await get('by-hand.txt')).json()).toMatchObject({ code: 'NoSuchKey' })
  expect((await storage.service.from('open').list()).error).toBeNull()
})
