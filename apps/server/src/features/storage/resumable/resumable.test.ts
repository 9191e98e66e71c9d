import { randomBytes } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock } from '../../../test/a-clock.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

const clock = aClock(new Date())
let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage({ now: clock.now })
  await storage.service.createBucket('files')
  await storage.service.createBucket('small', { public: false, fileSizeLimit: 1000 })
  await storage.service.createBucket('images', { public: false, allowedMimeTypes: ['image/*'] })
})
afterAll(() => storage[Symbol.asyncDispose]())

interface UploadMetadata {
  bucketName: string
  objectName: string
  [key: string]: string
}

const upload = (bytes: Buffer, metadata: UploadMetadata, options: Partial<UploadOptions> = {}) =>
  new Promise<Upload>((resolve, reject) => {
    const sent = new Upload(bytes, {
      endpoint: `${storage.url}/upload/resumable`,
      headers: { authorization: `Bearer ${storage.keyOf('service_role')}` },
      metadata,
      chunkSize: 100_000,
      retryDelays: null,
      onSuccess: () => resolve(sent),
      onError: reject,
      ...options,
    })
    sent.start()
  })
const bytesOf = async (bucket: string, name: string) => {
  const { data, error } = await storage.service.from(bucket).download(name)
  expect(error).toBeNull()
  return Buffer.from(await data!.arrayBuffer())
}

const encoded = (metadata: UploadMetadata) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
/** One raw request of the tus protocol. */
const tus = (method: string, path = '', headers: Record<string, string> = {}, body?: Buffer | string) =>
  fetch(path.startsWith('http') ? path : `${storage.url}/upload/resumable${path}`, {
    method,
    headers: {
      authorization: `Bearer ${storage.keyOf('service_role')}`,
      'tus-resumable': '1.0.0',
      ...(body !== undefined && { 'content-type': 'application/offset+octet-stream' }),
      ...headers,
    },
    ...(body !== undefined && { body: body as string }),
  })
const create = async (name: string, headers: Record<string, string>, body?: string) => {
  const reply = await tus(
    'POST',
    '',
    { 'upload-metadata': encoded({ bucketName: 'files', objectName: name }), ...headers },
    body,
  )
  const location = reply.headers.get('location')
  return { reply, url: location ? new URL(location, `${storage.url}/upload/resumable`).href : '' }
}

test('a file is uploaded in chunks, with its metadata', async () => {
  const bytes = randomBytes(350_000)
  await upload(bytes, {
    bucketName: 'files',
    objectName: 'größe/a b.bin',
    contentType: 'image/png',
    cacheControl: '3600',
    metadata: JSON.stringify({ by: 'Ann' }),
  })
  expect((await bytesOf('files', 'größe/a b.bin')).equals(bytes)).toBe(true)
  expect((await storage.service.from('files').info('größe/a b.bin')).data).toMatchObject({
    size: 350_000,
    contentType: 'image/png',
    cacheControl: 'max-age=3600',
    metadata: { by: 'Ann' },
  })
})

test.each([
  ['with data in the creation request', { uploadDataDuringCreation: true }, 50_000],
  ['of an empty file', {}, 0],
  ['with deferred length', { uploadLengthDeferred: true }, 250_000],
])('an upload %s is completed', async (name, options, size) => {
  const bytes = randomBytes(size)
  await upload(bytes, { bucketName: 'files', objectName: name }, options)
  expect((await bytesOf('files', name)).equals(bytes)).toBe(true)
})

test('an interrupted upload continues where it stopped', async () => {
  const bytes = randomBytes(400_000)
  let sent: Upload
  const half = new Promise<void>((resolve) => {
    sent = new Upload(bytes, {
      endpoint: `${storage.url}/upload/resumable`,
      headers: { authorization: `Bearer ${storage.keyOf('service_role')}` },
      metadata: { bucketName: 'files', objectName: 'half' },
      chunkSize: 100_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 200_000) void sent.abort().then(resolve)
      },
    })
    sent.start()
  })
  await half
  const progress = await tus('HEAD', sent!.url!)
  expect(Number(progress.headers.get('upload-offset'))).toBeGreaterThanOrEqual(200_000)
  expect(progress.headers.get('upload-length')).toBe('400000')
  expect((await storage.service.from('files').exists('half')).data).toBe(false)
  const offsets: number[] = []
  await upload(
    bytes,
    { bucketName: 'files', objectName: 'half' },
    {
      uploadUrl: sent!.url,
      onProgress: (accepted) => void offsets.push(accepted),
    },
  )
  expect(offsets[0]).toBeGreaterThanOrEqual(200_000)
  expect((await bytesOf('files', 'half')).equals(bytes)).toBe(true)
})

test('uploads work behind a proxy with another port and a path prefix', async () => {
  const { hostname, port } = new URL(storage.origin)
  const proxy = http.createServer((request, reply) => {
    const passed = http.request(
      {
        hostname,
        port,
        path: request.url!.replace(/^\/some\/where/, ''),
        method: request.method,
        headers: { ...request.headers, host: 'localhost' },
      },
      (answer) => {
        reply.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(reply)
      },
    )
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/some/where/p/${storage.ref}/storage/v1`
  const bytes = randomBytes(250_000)
  for (const slash of ['', '/']) {
    const sent = await upload(
      bytes,
      { bucketName: 'files', objectName: `proxied${slash ? '-slash' : ''}` },
      { endpoint: `${outside}/upload/resumable${slash}` },
    )
    expect(sent.url).toContain(`${outside}/upload/resumable/`)
  }
  expect((await bytesOf('files', 'proxied')).equals(bytes)).toBe(true)
  await new Promise((resolve) => proxy.close(resolve))
})

test('a signed URL allows anyone to upload one object in chunks', async () => {
  const { data } = await storage.service.from('files').createSignedUploadUrl('signed.bin')
  const bytes = randomBytes(250_000)
  const signed = { endpoint: `${storage.url}/upload/resumable/sign`, headers: { 'x-signature': data!.token } }
  await upload(bytes, { bucketName: 'files', objectName: 'signed.bin' }, signed)
  expect((await bytesOf('files', 'signed.bin')).equals(bytes)).toBe(true)
  const other = upload(bytes, { bucketName: 'files', objectName: 'other.bin' }, signed)
  await expect(other).rejects.toThrow('response code: 400')
})

test.each<[string, UploadMetadata, number, number, string]>([
  [
    ...(['larger than the bucket allows', { bucketName: 'small', objectName: 'a' }, 1001, 413] as const),
    'Maximum size exceeded\n',
  ],
  [
    'of a type that is not allowed',
    { bucketName: 'images', objectName: 'a', contentType: 'text/html' },
    10,
    415,
    'mime type text/html is not supported',
  ],
  [
    ...(['to a missing bucket', { bucketName: 'missing', objectName: 'a' }, 10, 404] as const),
    'Bucket not found',
  ],
  [
    ...(['with an invalid key', { bucketName: 'files', objectName: '../a' }, 10, 400] as const),
    'Invalid key: ../a',
  ],
  [
    ...(['without a name', { bucketName: 'files', objectName: '' }, 10, 400] as const),
    'Upload-Metadata must name bucketName and objectName',
  ],
])('an upload %s is refused before a byte is sent', async (_which, metadata, length, status, text) => {
  const start = (headers: Record<string, string> = {}) =>
    tus('POST', '', { 'upload-metadata': encoded(metadata), 'upload-length': String(length), ...headers })
  const reply = await start()
  expect([reply.status, await reply.text()]).toEqual([status, text])
  const explained = await start({ accept: 'application/json' })
  expect([explained.status, await explained.json()]).toEqual([
    status,
    expect.objectContaining({ statusCode: String(status), code: expect.any(String) }),
  ])
})

test('the row of a resumable upload is like any other, with the owner of its signature', async () => {
  const rowOf = async (name: string) =>
    (await storage.sql(`select * from storage.objects where bucket_id = 'files' and name = $1`, [name]))[0]
  const metadata = JSON.stringify({ one: 'a', two: 'b' })
  const common = { bucketName: 'files', contentType: 'image/jpeg', cacheControl: '3600' }
  await upload(Buffer.from('hello'), { ...common, objectName: 'row.jpg', metadata })
  expect(await rowOf('row.jpg')).toMatchObject({
    bucket_id: 'files',
    owner: null,
    owner_id: null,
    user_metadata: { one: 'a', two: 'b' },
    version: expect.any(String),
    path_tokens: ['row.jpg'],
    metadata: {
      cacheControl: 'max-age=3600',
      contentLength: 5,
      eTag: '"5d41402abc4b2a76b9719d911017c592"',
      httpStatusCode: 200,
      lastModified: expect.any(String),
      mimetype: 'image/jpeg',
      size: 5,
    },
  })
  const address = { bucket: 'files', name: 'owned.jpg' }
  const { signatures } = storage.storage
  const token = await signatures.sign(storage.ref, 'upload', address, { owner: 'some-owner-id' }, 3600)
  await upload(
    Buffer.from('hello'),
    { ...common, objectName: address.name },
    { endpoint: `${storage.url}/upload/resumable/sign`, headers: { 'x-signature': token } },
  )
  expect(await rowOf(address.name)).toMatchObject({
    owner: null,
    owner_id: 'some-owner-id',
    user_metadata: null,
  })
})

test.each<[string, () => Promise<string | undefined>, string]>([
  [
    'has expired',
    () => storage.storage.signatures.sign(storage.ref, 'upload', { bucket: 'files', name: 'a' }, {}, -1),
    '"exp" claim timestamp check failed',
  ],
  ['cannot be read', async () => 'invalid-token', 'Invalid Compact JWS'],
  ['is missing', async () => undefined, 'Missing x-signature header'],
])('a signature that %s does not start an upload', async (_which, sign, text) => {
  const signature = await sign()
  const reply = await fetch(`${storage.url}/upload/resumable/sign`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': encoded({ bucketName: 'files', objectName: 'a' }),
      ...(signature && { 'x-signature': signature }),
    },
  })
  expect([reply.status, await reply.text()]).toEqual([400, text])
})

test('an upload of unknown length is stopped at the limit', async () => {
  const metadata = encoded({ bucketName: 'small', objectName: 'deferred' })
  const started = await tus('POST', '', { 'upload-metadata': metadata, 'upload-defer-length': '1' })
  const url = new URL(started.headers.get('location')!, `${storage.url}/upload/resumable`).href
  expect((await tus('PATCH', url, { 'upload-offset': '0' }, 'x'.repeat(1000))).status).toBe(204)
  expect((await tus('PATCH', url, { 'upload-offset': '1000' }, 'x')).status).toBe(413)
})

test('more bytes than stated are refused', async () => {
  const { url } = await create('more', { 'upload-length': '3' })
  expect((await tus('PATCH', url, { 'upload-offset': '0' }, 'abcd')).status).toBe(413)
  expect((await storage.service.from('files').exists('more')).data).toBe(false)
})

test('bytes at a wrong offset are refused, and no data is lost', async () => {
  const { url } = await create('offset', { 'upload-length': '6' }, 'abc')
  for (const wrong of ['0', '2', '4', '6'])
    expect((await tus('PATCH', url, { 'upload-offset': wrong }, 'def')).status, wrong).toBe(409)
  expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('3')
  expect((await tus('PATCH', url, { 'upload-offset': '3' }, 'def')).status).toBe(204)
  expect((await bytesOf('files', 'offset')).toString()).toBe('abcdef')
})

test('a client that missed the final response learns that the upload is complete', async () => {
  const { url } = await create('unheard', { 'upload-length': '3' }, 'abc')
  const progress = await tus('HEAD', url)
  expect([
    progress.status,
    progress.headers.get('upload-offset'),
    progress.headers.get('upload-length'),
  ]).toEqual([200, '3', '3'])
})

test('an upload is completed on the next request if the server crashed after its last bytes', async () => {
  const { url } = await create('unnamed', { 'upload-length': '6' }, 'abc')
  // The state that a server leaves when it crashes right after the flush.
  const staged = path.join(storage.config.dataDir, '../storage/uploads/resumable', storage.ref)
  await appendFile(path.join(staged, url.split('/').at(-1)!, 'bytes'), 'def')
  expect((await storage.service.from('files').exists('unnamed')).data).toBe(false)
  expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('6')
  expect((await bytesOf('files', 'unnamed')).toString()).toBe('abcdef')
  expect((await tus('PATCH', url, { 'upload-offset': '6' }, 'g')).status).toBe(409)
})

test('of two concurrent senders, the bytes of one are stored', async () => {
  const { url } = await create('twice', { 'upload-length': '200000' })
  const [a, b] = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')]
  const replies = await Promise.allSettled(
    [a, b].map((bytes) => tus('PATCH', url, { 'upload-offset': '0' }, bytes)),
  )
  const statuses = replies.map((reply) => (reply.status === 'fulfilled' ? reply.value.status : 0))
  const won = statuses.indexOf(204)
  if (won >= 0) expect((await bytesOf('files', 'twice')).equals([a, b][won]!)).toBe(true)
  else expect(statuses.sort()).toEqual([0, 409])
})

test.each([
  ['POST', { 'tus-resumable': '0.2.2', 'upload-length': '1' }, 412],
  ['POST', { 'upload-length': 'many' }, 400],
  ['POST', { 'upload-length': '-1' }, 400],
  ['POST', {}, 400],
])('%s with %j returns status %i', async (method, headers, status) => {
  const metadata = { 'upload-metadata': encoded({ bucketName: 'files', objectName: 'never' }) }
  const reply = await tus(method, '', { ...metadata, ...headers })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null)
})

test.each(['nothing', '..%2f..%2fetc', '00000000-0000-4000-8000-000000000000'])(
  'the upload %s does not exist',
  async (id) => {
    expect((await tus('HEAD', `/${id}`)).status).toBe(404)
    expect((await tus('PATCH', `/${id}`, { 'upload-offset': '0' }, 'x')).status).toBe(404)
  },
)

test("another user's upload is reported as missing", async () => {
  const { url } = await create('mine', { 'upload-length': '3' })
  const reply = await tus('HEAD', url, { authorization: `Bearer ${storage.keyOf('anon')}` })
  expect(reply.status).toBe(404)
})

test('another content type is refused', async () => {
  const { url } = await create('typed', { 'upload-length': '3' })
  expect(
    (await tus('PATCH', url, { 'upload-offset': '0', 'content-type': 'text/plain' }, 'abc')).status,
  ).toBe(415)
})

test('a cancelled upload no longer exists', async () => {
  const { url } = await create('cancelled', { 'upload-length': '3' }, 'a')
  expect((await tus('DELETE', url)).status).toBe(204)
  expect((await tus('HEAD', url)).status).toBe(404)
})

test('OPTIONS returns the supported extensions', async () => {
  const reply = await fetch(`${storage.url}/upload/resumable`, { method: 'OPTIONS' })
  expect(reply.headers.get('tus-version')).toBe('1.0.0')
  expect(reply.headers.get('tus-extension')).toContain('termination')
})

test('an incomplete upload expires after a day', async () => {
  const { url } = await create('late', { 'upload-length': '3' }, 'a')
  const abandoned = await create('abandoned', { 'upload-length': '3' }, 'a')
  clock.advance({ minutes: 24 * 60 })
  expect((await tus('HEAD', url)).status).toBe(410)
  await storage.storage.resumable.removeExpired()
  await waitFor(async () => expect((await tus('HEAD', abandoned.url)).status).toBe(404))
})
