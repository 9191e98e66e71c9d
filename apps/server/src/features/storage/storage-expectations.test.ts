import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

/** Single calls that the acceptance suites of public storage servers make, and the answers they expect. */

let storage: StorageFixture
let keys: Record<'service' | 'anon' | 'nobody', Record<string, string>>
beforeAll(async () => {
  storage = await openStorage()
  const bearing = (name: 'service_role' | 'anon') => ({ authorization: `Bearer ${storage.keyOf(name)}` })
  keys = { service: bearing('service_role'), anon: bearing('anon'), nobody: {} }
  await storage.service.createBucket('closed')
  await storage.service.createBucket('open', { public: true })
  await storage.service.createBucket('bare')
  for (const bucket of ['closed', 'open']) await storage.put(bucket, 'in/a.txt')
})
afterAll(() => storage[Symbol.asyncDispose]())

/** A call without any key is answered as the gateway before public servers does it; a key that may not, as by them. */
const WITHOUT_KEY = 401
const REFUSED = [
  ['anon', 400],
  ['nobody', WITHOUT_KEY],
] as const

interface Call {
  as?: keyof typeof keys
  body?: unknown
  headers?: Record<string, string>
}

/** One call; an object is sent as JSON, and a form as it is. */
async function call(method: string, path: string, { as = 'service', body, headers }: Call = {}) {
  const isPlain = body !== undefined && !(body instanceof FormData)
  const reply = await fetch(`${storage.url}${path}`, {
    method,
    headers: { ...keys[as], ...(isPlain && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as FormData) }),
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  return {
    status: reply.status,
    headers: reply.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}

const aForm = (more: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  form.append('file', new File(['hello'], 'hello.txt', { type: 'text/plain' }))
  return form
}

describe('who may not, is told so and changes nothing', () => {
  test.each<[string, string, string, unknown?]>([
    ['reads a bucket', 'GET', '/bucket/closed'],
    ['makes a bucket', 'POST', '/bucket', { name: 'of-a-stranger' }],
    ['changes a bucket', 'PUT', '/bucket/closed', { public: true }],
    ['deletes a bucket', 'DELETE', '/bucket/bare'],
    ['empties a bucket', 'POST', '/bucket/closed/empty'],
    ['reads an object', 'GET', '/object/authenticated/closed/in/a.txt'],
    ['reads an object by its short address', 'GET', '/object/closed/in/a.txt'],
    ['uploads', 'POST', '/object/closed/b.txt', aForm()],
    ['replaces', 'PUT', '/object/closed/in/a.txt', aForm()],
    ['deletes an object', 'DELETE', '/object/closed/in/a.txt'],
    ['signs an address', 'POST', '/object/sign/closed/in/a.txt', { expiresIn: 60 }],
    ['signs an upload', 'POST', '/object/upload/sign/closed/b.txt'],
    ['moves', 'POST', '/object/move', { bucketId: 'closed', sourceKey: 'in/a.txt', destinationKey: 'b' }],
    ['copies', 'POST', '/object/copy', { bucketId: 'closed', sourceKey: 'in/a.txt', destinationKey: 'b' }],
  ])('%s', async (_what, method, path, body) => {
    for (const [as, status] of REFUSED)
      expect([as, (await call(method, path, { as, ...(body !== undefined && { body }) })).status]).toEqual([
        as,
        status,
      ])
    expect((await call('GET', '/object/closed/in/a.txt')).body).toBe('hello')
    expect((await call('GET', '/bucket')).body.map(({ name }: { name: string }) => name).sort()).toEqual([
      ...['bare', 'closed', 'open'],
    ])
  })

  test('lists no buckets, removes nothing and signs nothing of several', async () => {
    expect(await call('GET', '/bucket', { as: 'anon' })).toMatchObject({ status: 200, body: [] })
    const prefixes = ['in/a.txt', 'in/none.txt']
    expect(await call('DELETE', '/object/closed', { as: 'anon', body: { prefixes } })).toMatchObject({
      status: 200,
      body: [],
    })
    const signed = await call('POST', '/object/sign/closed', {
      as: 'anon',
      body: { expiresIn: 60, paths: prefixes },
    })
    expect(signed).toMatchObject({
      status: 200,
      body: prefixes.map((path) => ({
        path,
        signedURL: null,
        error: 'Either the object does not exist or you do not have access to it',
      })),
    })
    for (const [method, path, body] of [
      ['GET', '/bucket'],
      ['DELETE', '/object/closed', { prefixes }],
      ['POST', '/object/sign/closed', { expiresIn: 60, paths: prefixes }],
    ] as const)
      expect((await call(method, path, { as: 'nobody', ...(body && { body }) })).status).toBe(WITHOUT_KEY)
  })
})

describe('what is not there', () => {
  test.each<[string, string, unknown?]>([
    ['GET', '/bucket/none'],
    ['PUT', '/bucket/none', { public: true }],
    ['DELETE', '/bucket/none'],
    ['POST', '/bucket/none/empty'],
    ['GET', '/object/authenticated/none/a.txt'],
    ['GET', '/object/authenticated/closed/none.txt'],
    ['POST', '/object/none/a.txt', aForm()],
    ['POST', '/object/sign/none/a.txt', { expiresIn: 60 }],
    ['POST', '/object/sign/closed/none.txt', { expiresIn: 60 }],
    ['POST', '/object/upload/sign/none/a.txt'],
    ['POST', '/object/copy', { bucketId: 'none', sourceKey: 'a', destinationKey: 'b' }],
    ['POST', '/object/move', { bucketId: 'closed', sourceKey: 'none', destinationKey: 'b' }],
  ])('%s %s answers 400', async (method, path, body) => {
    expect((await call(method, path, body === undefined ? {} : { body })).status).toBe(400)
  })

  test('is removed and listed without an error', async () => {
    expect(await call('DELETE', '/object/none', { body: { prefixes: ['a', 'b'] } })).toMatchObject({
      status: 200,
      body: [],
    })
    expect(await call('DELETE', '/object/closed', { body: { prefixes: ['none'] } })).toMatchObject({
      status: 200,
      body: [],
    })
    expect(await call('POST', '/object/list/closed', { body: { prefix: 'none' } })).toMatchObject({
      status: 200,
      body: [],
    })
  })
})

describe('the headers of an object', () => {
  test.each([
    ['GET', '/object/authenticated/closed/in/a.txt', 'service'],
    ['HEAD', '/object/authenticated/closed/in/a.txt', 'service'],
    ['HEAD', '/object/closed/in/a.txt', 'service'],
    ['HEAD', '/object/public/open/in/a.txt', 'nobody'],
    ['GET', '/object/info/public/open/in/a.txt', 'nobody'],
    ['HEAD', '/object/info/public/open/in/a.txt', 'nobody'],
  ] as const)('%s %s as %s', async (method, path, as) => {
    const { status, headers } = await call(method, path, { as })
    expect(status).toBe(200)
    if (path.includes('/info/') && method === 'GET') return
    expect(headers.get('content-length')).toBe('5')
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(headers.get('last-modified')).toMatch(/GMT$/)
    expect(headers.get('cache-control')).toBe('max-age=3600')
  })

  test('a private object tells nothing without a key', async () => {
    expect((await call('HEAD', '/object/closed/in/a.txt', { as: 'nobody' })).status).toBe(WITHOUT_KEY)
  })

  test('what has not changed is not sent again', async () => {
    const path = '/object/authenticated/closed/in/a.txt'
    const { headers } = await call('GET', path)
    for (const unchanged of [
      ['if-none-match', headers.get('etag')!],
      ['if-modified-since', headers.get('last-modified')!],
    ] as const)
      expect((await call('GET', path, { headers: { [unchanged[0]]: unchanged[1] } })).status).toBe(304)
  })
})

describe('uploads', () => {
  test('a form may carry metadata, a type and a time for caches', async () => {
    const form = aForm({ metadata: JSON.stringify({ one: 'a', two: 'b' }), cacheControl: '77' })
    const { status, body } = await call('POST', '/object/bare/form.txt', { body: form })
    expect([status, body]).toEqual([200, { Id: expect.any(String), Key: 'bare/form.txt' }])
    expect((await call('GET', '/object/info/bare/form.txt')).body).toMatchObject({
      metadata: { one: 'a', two: 'b' },
      cache_control: 'max-age=77',
      content_type: 'text/plain',
    })
    await call('DELETE', '/object/bare/form.txt')
  })

  test('a signed upload is owned by its signer, replaces a file only if signed to do so, and expires', async () => {
    const path = `/object/upload/sign/bare/${randomUUID()}`
    const { body } = await call('POST', path)
    expect(body).toEqual({ url: expect.stringContaining('token='), token: expect.any(String) })
    expect((await call('PUT', `${path}?token=${body.token}`, { as: 'nobody', body: aForm() })).status).toBe(
      200,
    )
    expect(await call('PUT', `${path}?token=${body.token}`, { as: 'nobody', body: aForm() })).toMatchObject({
      status: 400,
      body: { statusCode: '409', message: 'The resource already exists' },
    })
    expect(await call('POST', path)).toMatchObject({ status: 400, body: { statusCode: '409' } })
    const replacing = await call('POST', path, { headers: { 'x-upsert': 'true' } })
    expect(
      (await call('PUT', `${path}?token=${replacing.body.token}`, { as: 'nobody', body: aForm() })).status,
    ).toBe(200)
    for (const token of ['', '?token=xxx'])
      expect((await call('PUT', `${path}${token}`, { as: 'nobody', body: aForm() })).status).toBe(400)
    await call('POST', '/bucket/bare/empty')
  })

  test('a bucket of one type takes that type and the placeholder of an empty folder, and nothing else', async () => {
    await storage.service.createBucket('typed', { public: false, allowedMimeTypes: ['image/jpeg'] })
    const put = (path: string, type: string, content = 'x') => {
      const form = new FormData()
      form.append('file', new File([content], 'file', { type }))
      return call('POST', `/object/typed/${path}`, { body: form })
    }
    expect((await put('a.jpg', 'image/jpeg')).status).toBe(200)
    expect(await put('a.png', 'image/png')).toMatchObject({
      status: 400,
      body: {
        statusCode: '415',
        error: 'invalid_mime_type',
        message: 'mime type image/png is not supported',
      },
    })
    expect((await put('in/.emptyFolderPlaceholder', 'application/octet-stream', '')).status).toBe(200)
    expect((await put('other/.emptyFolderPlaceholder', 'application/octet-stream')).status).toBe(400)
    const raw = await call('POST', '/object/typed/b.jpg', {
      body: {},
      headers: { 'content-type': 'thisisnotarealmimetype' },
    })
    expect(raw).toMatchObject({ status: 400, body: { statusCode: '415' } })
  })

  test('too much is refused by its size, and a key without a name by its form', async () => {
    await storage.service.createBucket('small', { public: false, fileSizeLimit: 3 })
    expect(await call('POST', '/object/small/a.txt', { body: aForm() })).toMatchObject({
      status: 400,
      body: {
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
      },
    })
    expect((await call('POST', '/object/small/', { body: aForm() })).status).toBe(400)
    expect((await call('GET', '/object/small/a.txt')).status).toBe(400)
  })

  test('a signed address tells a token of another place, an expired one and none apart from a key', async () => {
    const { body } = await call('POST', '/object/sign/closed/in/a.txt', { body: { expiresIn: 60 } })
    expect((await call('GET', body.signedURL, { as: 'nobody' })).body).toBe('hello')
    const token = new URL(body.signedURL, storage.url).searchParams.get('token')
    const wrong = { status: 400, body: { error: expect.stringMatching(/^Invalid(Signature|JWT)$/) } }
    for (const path of [
      '/object/sign/closed/in/a.txt',
      '/object/sign/closed/in/a.txt?token=xxx',
      `/object/sign/open/in/a.txt?token=${token}`,
      `/object/sign/closed/in%252Fa.txt?token=${token}`,
      `/render/image/sign/closed/in/a.txt?token=${token}`,
    ])
      expect(await call('GET', path, { as: 'nobody' })).toMatchObject(wrong)
    expect(await call('POST', '/object/sign/none', { body: { expiresIn: 60, paths: ['a'] } })).toMatchObject({
      status: 200,
      body: [{ error: 'Either the object does not exist or you do not have access to it' }],
    })
  })

  test('ten thousand keys are signed in one call', async () => {
    const paths = Array.from({ length: 10_001 }, (_, index) => `many/${index}`)
    await storage.sql(
      `insert into storage.objects (bucket_id, name, metadata)
         select 'bare', 'many/' || n, '{"size": 0, "mimetype": "text/plain"}' from generate_series(0, 10000) n`,
    )
    const signed = await call('POST', '/object/sign/bare', { body: { expiresIn: 60, paths } })
    expect([signed.status, signed.body.length, signed.body.at(-1).error]).toEqual([200, 10_001, null])
  })
})

describe('pages by cursor hold as many entries as asked for, in order', () => {
  /** Made in this order, which is not that of their names. */
  const made = ['b/2', 'x', 'a/1', 'w', 'b/1', 'A', 'c/1', 'a/2', 'v', 'z', 'y']
  beforeAll(async () => {
    await storage.service.createBucket('pages')
    for (const path of made) await storage.put('pages', path)
  })
  afterAll(async () => {
    await storage.service.emptyBucket('pages')
    await storage.service.deleteBucket('pages')
  })

  const files = made.filter((path) => !path.includes('/'))
  const folders = [...new Set(made.filter((path) => path.includes('/')).map((path) => `${path[0]}/`))]
  test.each<[string, object, string[], string[]]>([
    ['names with folders', { with_delimiter: true }, [...folders].sort(), [...files].sort()],
    ['names', {}, [], [...made].sort()],
    ['creation', { sortBy: { column: 'created_at' } }, [], made],
    ['a prefix', { prefix: 'b/' }, [], ['b/1', 'b/2']],
    ['a prefix by creation', { prefix: 'b/', sortBy: { column: 'created_at' } }, [], ['b/2', 'b/1']],
    ['the beginning of a name', { prefix: 'a', with_delimiter: true }, ['a/'], []],
  ])('%s', async (_what, options, expectedFolders, expectedFiles) => {
    for (const order of ['asc', 'desc'] as const) {
      const seen = { folders: [] as string[], files: [] as string[], pages: 0 }
      for (let cursor: string | undefined; ; ) {
        const sortBy = { column: 'name', ...('sortBy' in options && (options.sortBy as object)), order }
        const { status, body } = await call('POST', '/object/list-v2/pages', {
          body: { ...options, sortBy, limit: 3, ...(cursor && { cursor }) },
        })
        expect(status).toBe(200)
        const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name)
        seen.folders.push(...namesOf(body.folders))
        seen.files.push(...namesOf(body.objects))
        seen.pages += 1
        cursor = body.nextCursor
        expect(cursor !== undefined).toBe(body.hasNext)
        if (!body.hasNext) break
      }
      const inOrder = (names: string[]) => (order === 'asc' ? names : names.toReversed())
      expect(seen).toEqual({
        folders: inOrder(expectedFolders),
        files: inOrder(expectedFiles),
        pages: Math.ceil((expectedFolders.length + expectedFiles.length) / 3),
      })
    }
  })
})
