import http from 'node:http'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('files')
  await storage.service.createBucket('small', { public: false, fileSizeLimit: 10 })
  await storage.service.createBucket('images', { public: false, allowedMimeTypes: ['image/*'] })
})
afterAll(() => storage[Symbol.asyncDispose]())

const send = (path: string, init: RequestInit = {}) =>
  fetch(`${storage.url}/object/${path}`, {
    method: 'POST',
    body: 'hello',
    ...init,
    headers: { authorization: `Bearer ${storage.keyOf('service_role')}`, ...init.headers },
  } as RequestInit)
const TOO_LARGE = { status: 400, statusCode: '413', code: 'EntityTooLarge' }
const INVALID = { status: 400, statusCode: '400', code: 'InvalidRequest' }
const failure = async (reply: Response) => {
  return { status: reply.status, ...((await reply.json()) as Record<string, string>) }
}

test('a file of exactly the maximum size is accepted, one byte more is refused', async () => {
  expect((await send('small/ten', { body: '0123456789' })).status).toBe(200)
  expect(await failure(await send('small/eleven', { body: '0123456789x' }))).toEqual({
    ...TOO_LARGE,
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  })
})

test('a file of unknown size is stopped at the limit', async () => {
  const before = await storage.blobs()
  const form = new FormData()
  form.append('', new Blob(['0123456789x']))
  expect(await failure(await send('small/form', { body: form }))).toMatchObject(TOO_LARGE)
  async function* endless() {
    for (let sent = 0; sent < 100; sent++) yield Buffer.alloc(100_000)
  }
  const streamed = await send('small/stream', { body: endless() as never, duplex: 'half' } as RequestInit)
  expect(await failure(streamed)).toMatchObject(TOO_LARGE)
  expect(await storage.blobs()).toEqual(before)
})

test.each(['60\r\nset-cookie: a=b', '60→'])(
  'a cache time that is invalid in a header is refused: %j',
  async (seconds) => {
    const form = new FormData()
    form.append('cacheControl', seconds)
    form.append('', new Blob(['hello']))
    expect(await failure(await send('small/header', { body: form }))).toMatchObject(INVALID)
  },
)

test('a type that the bucket does not allow is refused', async () => {
  expect(
    await failure(await send('images/a.txt', { headers: { 'content-type': 'text/html' } })),
  ).toMatchObject({
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'mime type text/html is not supported',
  })
  expect((await send('images/a.png', { headers: { 'content-type': 'image/png' } })).status).toBe(200)
})

test('a form that is refused before its file is read still gets a response', async () => {
  const form = new FormData()
  form.append('', new Blob([Buffer.alloc(1_000_000)], { type: 'image/png' }))
  expect(await failure(await send('missing/form', { body: form }))).toMatchObject({ code: 'NoSuchBucket' })
})

test('an upload to a missing bucket is refused', async () => {
  expect(await failure(await send('missing/a'))).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
})

test.each([
  ...['files/%23/a', 'files/a%00b', 'files/%2e%2e%2fa', 'files/a%2f%2e%2e%2fb', 'files/a%5cb', 'files/a//b'],
  ...['files/%0a', `files/${'x'.repeat(1025)}`, 'files/a%2f'],
])('the key in %s is refused', async (path) => {
  const reply = await storage.app.inject({
    method: 'POST',
    url: `/p/${storage.ref}/storage/v1/object/${path}`,
    payload: 'x',
    headers: { authorization: `Bearer ${storage.keyOf('service_role')}`, 'content-type': 'text/plain' },
  })
  expect(reply.json()).toMatchObject({ statusCode: '400' })
})

test('a form without a file and a truncated form are refused', async () => {
  const form = new FormData()
  form.append('cacheControl', '60')
  expect(await failure(await send('files/none', { body: form }))).toMatchObject(INVALID)
  const broken = await send('files/broken', {
    body: '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(await failure(broken)).toMatchObject(INVALID)
  expect((await storage.service.from('files').exists('broken')).data).toBe(false)
})

test('metadata that is not a JSON object is refused', async () => {
  const reply = await send('files/metadata', { headers: { 'x-metadata': btoa('[1]') } })
  expect(await failure(reply)).toMatchObject({ ...INVALID, message: 'The metadata is not a JSON object' })
})

test('a client that disconnects midway leaves nothing', async () => {
  const before = await storage.blobs()
  const { hostname, port, pathname } = new URL(storage.url)
  const request = http.request({
    hostname,
    port,
    method: 'POST',
    path: `${pathname}/object/files/half`,
    headers: { authorization: `Bearer ${storage.keyOf('service_role')}`, 'content-length': 1_000_000 },
  })
  request.on('error', () => undefined)
  request.write(Buffer.alloc(100_000))
  await waitFor(() => expect(request.socket?.bytesWritten ?? 0).toBeGreaterThan(100_000))
  request.destroy()
  await send('files/whole')
  await waitFor(async () => expect(await storage.blobs()).toHaveLength(before.length + 1))
  expect((await storage.service.from('files').exists('half')).data).toBe(false)
})

test('of many concurrent uploads of one key, one wins and only its bytes are stored', async () => {
  const before = await storage.blobs()
  const bodies = Array.from({ length: 10 }, (_, index) => `body ${index}`)
  const files = storage.service.from('files')
  const replies = await Promise.all(bodies.map((body) => files.upload('race', body, { upsert: true })))
  expect(replies.filter(({ error }) => error)).toEqual([])
  const { data } = await files.download('race')
  expect(bodies).toContain(await data!.text())
  expect(await storage.blobs()).toHaveLength(before.length + 1)
})

test('names that differ in case or Unicode normalization are different objects', async () => {
  const names = ['case/Name', 'case/name', 'case/\u00e9', 'case/e\u0301']
  for (const name of names) expect((await send(`files/${encodeURI(name)}`, { body: name })).status).toBe(200)
  const texts = await Promise.all(
    names.map(async (name) => (await storage.service.from('files').download(name)).data!.text()),
  )
  expect(texts).toEqual(names)
})
