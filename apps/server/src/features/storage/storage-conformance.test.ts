import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

/** Calls from the acceptance tests of public storage servers, with their expected responses. */

let storage: StorageFixture
let keys: Record<'service' | 'anon' | 'none', Record<string, string>>
beforeAll(async () => {
  storage = await openStorage()
  const bearing = (name: 'service_role' | 'anon') => ({ authorization: `Bearer ${storage.keyOf(name)}` })
  keys = { service: bearing('service_role'), anon: bearing('anon'), none: {} }
  await storage.service.createBucket('closed')
  await storage.service.createBucket('open', { public: true })
  await storage.service.createBucket('bare')
  for (const bucket of ['closed', 'open']) await storage.put(bucket, 'in/a.txt')
})
afterAll(() => storage[Symbol.asyncDispose]())

const REFUSED = 400

interface Call {
  as?: keyof typeof keys
  body?: unknown
  headers?: Record<string, string>
}

/** Sends an object as JSON, and a form as is. */
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

describe('a caller without permission is refused and changes nothing', () => {
  test.each<[string, string, string, unknown?]>([
    ['reads a bucket', 'GET', '/bucket/closed'],
    ['creates a bucket', 'POST', '/bucket', { name: 'of-a-stranger' }],
    ['changes a bucket', 'PUT', '/bucket/closed', { public: true }],
    ['deletes a bucket', 'DELETE', '/bucket/bare'],
    ['empties a bucket', 'POST', '/bucket/closed/empty'],
    ['reads an object', 'GET', '/object/authenticated/closed/in/a.txt'],
    ['reads an object by its short path', 'GET', '/object/closed/in/a.txt'],
    ['uploads', 'POST', '/object/closed/b.txt', aForm()],
    ['replaces', 'PUT', '/object/closed/in/a.txt', aForm()],
    ['deletes an object', 'DELETE', '/object/closed/in/a.txt'],
    ['signs a URL', 'POST', '/object/sign/closed/in/a.txt', { expiresIn: 60 }],
    ['signs an upload', 'POST', '/object/upload/sign/closed/b.txt'],
    ['moves', 'POST', '/object/move', { bucketId: 'closed', sourceKey: 'in/a.txt', destinationKey: 'b' }],
    ['copies', 'POST', '/object/copy', { bucketId: 'closed', sourceKey: 'in/a.txt', destinationKey: 'b' }],
  ])('%s', async (_what, method, path, body) => {
    for (const as of ['anon', 'none'] as const)
      expect([as, (await call(method, path, { as, ...(body !== undefined && { body }) })).status]).toEqual([
        as,
        REFUSED,
      ])
    expect((await call('GET', '/object/closed/in/a.txt')).body).toBe('hello')
    expect((await call('GET', '/bucket')).body.map(({ name }: { name: string }) => name).sort()).toEqual([
      ...['bare', 'closed', 'open'],
    ])
  })

  test('lists no buckets, removes nothing and signs nothing', async () => {
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
      ['POST', '/object/list/closed', { prefix: '' }],
      ['POST', '/object/list-v2/closed', {}],
    ] as const)
      expect((await call(method, path, { as: 'none', ...(body && { body }) })).status).toBe(REFUSED)
  })
})

test('a token is accepted with and without its scheme', async () => {
  const [, token = ''] = keys.service.authorization!.split(' ')
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`, token])
    expect([
      authorization.slice(0, 7),
      (await call('GET', '/bucket/closed', { as: 'none', headers: { authorization } })).status,
    ]).toEqual([authorization.slice(0, 7), 200])
  for (const authorization of [`Basic ${token}`, token.slice(0, -2), 'word'])
    expect((await call('GET', '/bucket/closed', { as: 'none', headers: { authorization } })).status).toBe(
      REFUSED,
    )
})

describe('a missing bucket or object', () => {
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
    ['PUT', '/object/none/a.txt', aForm()],
    ['DELETE', '/object/none/a.txt'],
    ['DELETE', '/object/closed/none.txt'],
  ])('%s %s returns 400', async (method, path, body) => {
    expect((await call(method, path, body === undefined ? {} : { body })).status).toBe(400)
  })

  test('is created by PUT, and is an unknown path without an object', async () => {
    expect((await call('PUT', '/object/bare/new.txt', { body: aForm() })).status).toBe(200)
    expect(await call('DELETE', '/object/bare/new.txt')).toMatchObject({
      status: 200,
      body: { message: 'Successfully deleted' },
    })
    expect((await call('GET', '/object/none', { as: 'anon' })).status).toBe(404)
  })

  test('can be removed and listed without an error', async () => {
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
    ['HEAD', '/object/public/open/in/a.txt', 'none'],
    ['GET', '/object/info/public/open/in/a.txt', 'none'],
    ['HEAD', '/object/info/public/open/in/a.txt', 'none'],
  ] as const)('%s %s as %s', async (method, path, as) => {
    const { status, headers } = await call(method, path, { as })
    expect(status).toBe(200)
    if (path.includes('/info/') && method === 'GET') return
    expect(headers.get('content-length')).toBe('5')
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect(headers.get('last-modified')).toMatch(/GMT$/)
    expect(headers.get('cache-control')).toBe('max-age=3600')
  })

  test.each([
    ['GET', '/object/open/in/a.txt'],
    ['HEAD', '/object/open/in/a.txt'],
    ['GET', '/object/info/open/in/a.txt'],
    ['HEAD', '/object/info/open/in/a.txt'],
  ])('%s %s needs no key in a public bucket', async (method, path) => {
    for (const authorization of ['', 'Bearer nonsense', keys.anon.authorization!]) {
      const { status, headers, body } = await call(method, path, { as: 'none', headers: { authorization } })
      expect([authorization, status]).toEqual([authorization, 200])
      if (method === 'GET')
        expect(body).toEqual(path.includes('info') ? expect.objectContaining({ size: 5 }) : 'hello')
      else expect(headers.get('content-length')).toBe('5')
    }
  })

  test('any key can read a public bucket by the authenticated path, which requires one', async () => {
    const path = '/object/authenticated/open/in/a.txt'
    expect((await call('GET', path, { as: 'anon' })).body).toBe('hello')
    expect((await call('GET', path, { as: 'none' })).status).toBe(REFUSED)
    expect((await storage.anon.from('open').download('in/a.txt')).error).toBeNull()
    expect((await storage.anon.from('open').exists('in/a.txt')).data).toBe(true)
  })

  test('a private object is not revealed without a key', async () => {
    for (const method of ['GET', 'HEAD'])
      for (const path of [
        '/object/closed/in/a.txt',
        '/object/info/closed/in/a.txt',
        '/object/closed/none.txt',
      ])
        expect((await call(method, path, { as: 'none' })).status).toBe(REFUSED)
    const reply = await call('GET', '/object/closed/in/a.txt', { as: 'none' })
    expect(reply.body).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    const headers = { authorization: 'Bearer nonsense' }
    expect(await call('GET', '/object/closed/in/a.txt', { as: 'none', headers })).toMatchObject({
      status: REFUSED,
      body: { statusCode: '403', code: 'InvalidJWT' },
    })
  })

  test('an unchanged object is not sent again', async () => {
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
  test('a form may contain metadata, a type and a cache time', async () => {
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

  test('X-Robots-Tag is that of the upload, or else `none`', async () => {
    const put = (name: string, tag?: string) =>
      call('POST', `/object/bare/${name}`, {
        body: aForm(),
        headers: { 'x-upsert': 'true', ...(tag && { 'x-robots-tag': tag }) },
      })
    const robots = async (path: string) => (await call('GET', path)).headers.get('x-robots-tag')
    await put('quiet.txt')
    expect(await robots('/object/authenticated/bare/quiet.txt')).toBe('none')
    const { body } = await call('POST', '/object/sign/bare/quiet.txt', { body: { expiresIn: 60 } })
    expect(await robots(body.signedURL)).toBe('none')
    for (const tag of ['max-snippet: 10, notranslate', 'nofollow']) {
      await put('found.txt', tag)
      expect(await robots('/object/authenticated/bare/found.txt')).toBe(tag)
    }
    expect(await put('never.txt', 'invalidrule')).toMatchObject({
      status: 400,
      body: {
        statusCode: '400',
        error: 'invalid_x_robots_tag',
        message: 'Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "invalidrule"',
      },
    })
    await call('POST', '/bucket/bare/empty')
  })

  test('a key in any script is stored, listed, signed and deleted, and an invalid one is reported', async () => {
    const name = "test!-_*.'()&$@=;:+,? 일이삼🙂.txt"
    const path = `bare/any/${encodeURIComponent(name)}`
    const { body: signed } = await call('POST', `/object/upload/sign/${path}`)
    const put = await call('PUT', `/object/upload/sign/${path}?token=${signed.token}`, {
      as: 'none',
      body: aForm(),
    })
    expect([put.status, put.body.Key]).toEqual([200, `bare/any/${name}`])
    const { body: listed } = await call('POST', '/object/list/bare', { body: { prefix: 'any' } })
    expect(listed.map((one: { name: string }) => one.name)).toEqual([name])
    const { body: read } = await call('POST', `/object/sign/${path}`, { body: { expiresIn: 60 } })
    const token = read.signedURL.split('?token=')[1]
    expect((await call('GET', `/object/sign/${path}?token=${token}`, { as: 'none' })).body).toBe('hello')
    expect((await call('DELETE', `/object/${path}`)).status).toBe(200)
    for (const path of ['/object/bare', '/object/upload/sign/bare'])
      expect(await call('POST', `${path}/test%01%02%03.txt`, { body: aForm() })).toMatchObject({
        status: 400,
        body: { statusCode: '400', error: 'InvalidKey', message: 'Invalid key: test%01%02%03.txt' },
      })
  })

  test('a signed upload has its signer as owner, replaces only if signed to, and expires', async () => {
    const path = `/object/upload/sign/bare/${randomUUID()}`
    const { body } = await call('POST', path)
    expect(body).toEqual({ url: expect.stringContaining('token='), token: expect.any(String) })
    expect((await call('PUT', `${path}?token=${body.token}`, { as: 'none', body: aForm() })).status).toBe(200)
    expect(await call('PUT', `${path}?token=${body.token}`, { as: 'none', body: aForm() })).toMatchObject({
      status: 400,
      body: { statusCode: '409', message: 'The resource already exists' },
    })
    expect(await call('POST', path)).toMatchObject({ status: 400, body: { statusCode: '409' } })
    const replacing = await call('POST', path, { headers: { 'x-upsert': 'true' } })
    expect(
      (await call('PUT', `${path}?token=${replacing.body.token}`, { as: 'none', body: aForm() })).status,
    ).toBe(200)
    for (const token of ['', '?token=xxx'])
      expect((await call('PUT', `${path}${token}`, { as: 'none', body: aForm() })).status).toBe(400)
    await call('POST', '/bucket/bare/empty')
  })

  test('a bucket with allowed types accepts these and folder placeholders only', async () => {
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
    expect(raw).toMatchObject({
      status: 400,
      body: {
        statusCode: '415',
        error: 'invalid_mime_type',
        message: 'mime type thisisnotarealmimetype is not supported',
      },
    })
  })

  test('a file above the limit is refused, and so is an empty name', async () => {
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

  test('a signed URL refuses tokens of other objects, expired tokens and invalid ones', async () => {
    const { body } = await call('POST', '/object/sign/closed/in/a.txt', { body: { expiresIn: 60 } })
    expect((await call('GET', body.signedURL, { as: 'none' })).body).toBe('hello')
    const token = new URL(body.signedURL, storage.url).searchParams.get('token')
    const expired = await storage.storage.signatures.sign(
      ...([storage.ref, 'download', { bucket: 'closed', name: 'in/a.txt' }, {}, -1] as const),
    )
    for (const [path, error] of [
      ['/object/sign/closed/in/a.txt', 'InvalidSignature'],
      ['/object/sign/closed/in/a.txt?token=xxx', 'InvalidJWT'],
      [`/object/sign/closed/in/a.txt?token=${expired}`, 'InvalidJWT'],
      [`/object/sign/open/in/a.txt?token=${token}`, 'InvalidSignature'],
      [`/object/sign/closed/in%252Fa.txt?token=${token}`, 'InvalidSignature'],
      ['/render/image/sign/closed/in/a.txt?token=xxx', 'InvalidJWT'],
      [`/render/image/sign/closed/in/a.txt?token=${token}`, 'InvalidJWT'],
    ])
      expect(await call('GET', path!, { as: 'none' })).toMatchObject({ status: 400, body: { error } })
    expect(await call('POST', '/object/sign/none', { body: { expiresIn: 60, paths: ['a'] } })).toMatchObject({
      status: 200,
      body: [{ error: 'Either the object does not exist or you do not have access to it' }],
    })
  })

  test('ten thousand keys are signed or removed in one call, in order', async () => {
    const paths = Array.from({ length: 10_001 }, (_, index) => `many/${index}`)
    await storage.sql(
      `insert into storage.objects (bucket_id, name, metadata)
         select 'bare', 'many/' || n, '{"size": 0, "mimetype": "text/plain"}' from generate_series(0, 10000) n`,
    )
    const signed = await call('POST', '/object/sign/bare', { body: { expiresIn: 60, paths } })
    expect([signed.status, signed.body.length, signed.body.at(-1).error]).toEqual([200, 10_001, null])
    const removed = await call('DELETE', '/object/bare', { body: { prefixes: paths } })
    expect(removed.status).toBe(200)
    expect(removed.body.map(({ name }: { name: string }) => name)).toEqual(paths)
  })
})

describe('listing a folder', () => {
  beforeAll(async () => {
    await storage.service.createBucket('cased')
    for (const path of ['public/a.txt', 'public/Deep/b.txt', 'ÄÖ/c.txt', 'Both/1', 'both/2', '123/4'])
      await storage.put('cased', path)
  })
  const list = async (prefix: string, more = {}) =>
    (await call('POST', '/object/list/cased', { body: { prefix, limit: 10, ...more } })).body.map(
      ({ name }: { name: string }) => name,
    )

  test.each([
    ['PUBLIC/', ['Deep', 'a.txt']],
    ['Public/deep', ['b.txt']],
    ['public', ['Deep', 'a.txt']],
    ['BOTH', ['1']],
    ['Both', ['1']],
    ['both', ['2']],
    ['PUBLI', []],
    ['PUBLIC_', []],
    ['123', ['4']],
    ['321', []],
  ])('%s matches its exact case first, then any', async (prefix, names) => {
    expect(await list(prefix)).toEqual(names)
  })

  test('past its end returns nothing, whatever other spellings exist', async () => {
    expect(await list('both', { offset: 1 })).toEqual([])
    expect(await list('PUBLIC', { offset: 1 })).toEqual(['a.txt'])
    expect(await list('PUBLIC', { search: 'A' })).toEqual(['a.txt'])
    expect(await list('public', { search: 'none' })).toEqual([])
  })
})

describe('pages by cursor have the requested number of entries, in order', () => {
  /** In order of creation, which differs from that of the names. */
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
  /** In order of their oldest objects. */
  const folders = [...new Set(made.filter((path) => path.includes('/')).map((path) => `${path[0]}/`))]
  test.each<[string, object, string[], string[]]>([
    ['names with folders', { with_delimiter: true }, [...folders].sort(), [...files].sort()],
    ['creation, with folders', { with_delimiter: true, sortBy: { column: 'created_at' } }, folders, files],
    ['update, with folders', { with_delimiter: true, sortBy: { column: 'updated_at' } }, folders, files],
    [
      'a name prefix by creation',
      { prefix: 'b', with_delimiter: true, sortBy: { column: 'created_at' } },
      ['b/'],
      [],
    ],
    ['names', {}, [], [...made].sort()],
    ['creation', { sortBy: { column: 'created_at' } }, [], made],
    ['a folder', { prefix: 'b/' }, [], ['b/1', 'b/2']],
    ['a folder by creation', { prefix: 'b/', sortBy: { column: 'created_at' } }, [], ['b/2', 'b/1']],
    ['a name prefix', { prefix: 'a', with_delimiter: true }, ['a/'], []],
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

  test('by time, folders are among the files, with the age of their oldest object', async () => {
    const bucket = await storage.aBucket()
    await storage.sql(
      `insert into storage.objects (bucket_id, name, created_at, updated_at)
         select $1, name, '2024-11-01T00:00:00Z'::timestamptz + make_interval(secs => at), '2024-12-01T00:00:00Z'
         from (values ('in/ab', 0), ('in/aa/deep/child.txt', 0), ('in/aa/late.txt', 9), ('in/aa!', 0),
           ('in/new/a/b', 5), ('in/first', -1), ('in/last', 7), ('out', 0)) made(name, at)`,
      [bucket],
    )
    const expected = ['in/first', 'in/aa!', 'in/aa/', 'in/ab', 'in/new/', 'in/last']
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      for (let cursor: string | undefined; ; ) {
        const { data } = await storage.filesOf(bucket).listV2({
          prefix: 'in/',
          with_delimiter: true,
          limit: 1,
          sortBy: { column: 'created_at', order },
          ...(cursor && { cursor }),
        })
        seen.push(...[...data!.folders, ...data!.objects].map(({ name }) => name))
        if (!data!.hasNext) break
        cursor = data!.nextCursor
      }
      expect(seen).toEqual(order === 'asc' ? expected : expected.toReversed())
    }
  })
})
