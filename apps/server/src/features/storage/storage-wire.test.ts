import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, textOf } from '../../test/storage-fixture.ts'

/** Details of responses that clients of the public Storage API expect. */

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
})
afterAll(() => storage[Symbol.asyncDispose]())

const { aBucket, filesOf, put }: Pick<StorageFixture, 'aBucket' | 'filesOf' | 'put'> = {
  aBucket: (...given) => storage.aBucket(...given),
  filesOf: (bucket) => storage.filesOf(bucket),
  put: (...given) => storage.put(...given),
}

/** All entries that listV2 returns in pages of two, in order. */
async function listedV2(bucket: string, options: object) {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, error } = await filesOf(bucket).listV2({ limit: 2, ...options, ...(cursor && { cursor }) })
    expect(error).toBeNull()
    seen.push(...data!.folders.map(({ name }) => name), ...data!.objects.map(({ name }) => name))
    cursor = data!.nextCursor
    if (!data!.hasNext) return seen
  }
}

test('listV2 without folders keeps the requested order, for a bucket and below a prefix', async () => {
  const bucket = await aBucket()
  // Created in a different order than their names.
  for (const path of ['in/c', 'b', 'in/a', 'in/b', 'a']) await put(bucket, path)
  await filesOf(bucket).update('b', 'changed')
  const by = (column: 'name' | 'created_at' | 'updated_at', order: 'asc' | 'desc', prefix?: string) =>
    listedV2(bucket, { sortBy: { column, order }, ...(prefix && { prefix }) })
  const made = ['in/c', 'b', 'in/a', 'in/b', 'a']
  expect(await by('name', 'desc')).toEqual(['in/c', 'in/b', 'in/a', 'b', 'a'])
  expect(await by('created_at', 'asc')).toEqual(made)
  expect(await by('created_at', 'desc')).toEqual(made.toReversed())
  expect(await by('updated_at', 'asc')).toEqual(['in/c', 'in/a', 'in/b', 'a', 'b'])
  expect(await by('created_at', 'asc', 'in/')).toEqual(['in/c', 'in/a', 'in/b'])
  expect(await by('created_at', 'desc', 'in/')).toEqual(['in/b', 'in/a', 'in/c'])
})

test.each(['name', 'created_at'] as const)(
  'a prefix of listV2 by %s is a case-sensitive name prefix',
  async (column) => {
    const bucket = await aBucket()
    for (const path of ['aal.txt', 'aal/1', 'aalx/1', 'aa_/1', 'AAL.txt', 'b/aal', 'x/aal-1', 'x/aal-2/3'])
      await put(bucket, path)
    const sortBy = { column, order: 'asc' as const }
    // Folders are among the files, but each page returns its folders first.
    expect(await listedV2(bucket, { prefix: 'aal', with_delimiter: true, sortBy })).toEqual([
      ...['aal/', 'aal.txt', 'aalx/'],
    ])
    expect(await listedV2(bucket, { prefix: 'x/aal', with_delimiter: true, sortBy })).toEqual([
      ...['x/aal-2/', 'x/aal-1'],
    ])
    expect(await listedV2(bucket, { prefix: '%', with_delimiter: true, sortBy })).toEqual([])
    expect((await listedV2(bucket, { prefix: 'aal', sortBy })).sort()).toEqual(['aal.txt', 'aal/1', 'aalx/1'])
  },
)

test('listV2 sorts folders by their name with a slash, on any page size', async () => {
  const bucket = await aBucket()
  const names = ['aZ', 'aa', 'aa!', 'aa/child.txt', 'aa/deep/child.txt', 'ab', 'b/1', 'b/2', 'c/1', 'd']
  for (const name of names) await put(bucket, `in/${name}`)
  await put(bucket, 'out')
  const expected = ['aZ', 'aa', 'aa!', 'aa/', 'ab', 'b/', 'c/', 'd'].map((name) => `in/${name}`)
  for (const order of ['asc', 'desc'] as const)
    for (const limit of [1, 3]) {
      const sortBy = { column: 'name', order } as const
      const seen = await listedV2(bucket, { prefix: 'in/', with_delimiter: true, sortBy, limit })
      const sorted = order === 'asc' ? expected : expected.toReversed()
      const pages = Array.from({ length: Math.ceil(sorted.length / limit) }, (_, page) =>
        sorted.slice(page * limit, (page + 1) * limit),
      )
      const isFolder = (name: string) => name.endsWith('/')
      // A response has two lists, so only the order of the pages can be compared.
      expect(seen).toEqual(
        pages.flatMap((page) => [...page.filter(isFolder), ...page.filter((name) => !isFolder(name))]),
      )
    }
})

test('listV2 finds one object by its exact name', async () => {
  const bucket = await aBucket()
  for (const name of ['a.txt', 'a.txt.bak', 'a.txt/b']) await put(bucket, name)
  for (const with_delimiter of [false, true]) {
    const options = { prefix: 'a.txt', exactMatch: true, with_delimiter }
    expect(await listedV2(bucket, options)).toEqual(['a.txt'])
    expect(await listedV2(bucket, { ...options, prefix: 'a' })).toEqual([])
  }
})

test('listV2 has current objects only, and no older versions or delete markers', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  for (const filter of ['noncurrentVersions', 'deleteMarkers']) {
    expect(await listedV2(bucket, { [filter]: 'include' })).toEqual(['a.txt'])
    expect(await listedV2(bucket, { [filter]: 'only' })).toEqual([])
  }
})

test('listV2 refuses an invalid cursor as a continuation token', async () => {
  const bucket = await aBucket()
  const cursor = Buffer.from('e:invalid').toString('base64')
  const { error } = await filesOf(bucket).listV2({ cursor })
  expect(error?.message).toContain('continuation token')
})

test('a folder in listV2 has its path as its name', async () => {
  const bucket = await aBucket()
  await put(bucket, 'in/nested/a.txt')
  const { data } = await filesOf(bucket).listV2({ prefix: 'in/', with_delimiter: true })
  expect(data!.folders).toEqual([{ name: 'in/nested/', key: 'nested' }])
})

/** A call that the library does not support. */
const call = (method: string, path: string, more: { body?: object; headers?: Record<string, string> } = {}) =>
  fetch(`${storage.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${storage.keyOf('service_role')}`,
      'content-type': 'application/json',
      ...more.headers,
    },
    ...(more.body && { body: JSON.stringify(more.body) }),
  })

test("a copy without its source's metadata gets that of the request", async () => {
  const bucket = await aBucket()
  const metadata = { by: 'Ann' }
  await filesOf(bucket).upload('a.txt', 'hello', { contentType: 'text/plain', cacheControl: '60', metadata })
  const copy = async (destinationKey: string, more: object, headers: Record<string, string> = {}) => {
    const body = { bucketId: bucket, sourceKey: 'a.txt', destinationKey, ...more }
    expect((await call('POST', '/object/copy', { body, headers })).status).toBe(200)
    return (await filesOf(bucket).info(destinationKey)).data
  }
  expect(await copy('same.txt', {})).toMatchObject({
    contentType: 'text/plain',
    cacheControl: 'max-age=60',
    metadata,
  })
  expect(
    await copy(
      'other.txt',
      { copyMetadata: false, metadata: { cacheControl: 'max-age=77', mimetype: 'text/csv' } },
      { 'x-metadata': Buffer.from('{"copied":"yes"}').toString('base64') },
    ),
  ).toMatchObject({ contentType: 'text/csv', cacheControl: 'max-age=77', metadata: { copied: 'yes' } })
  expect(await copy('bare.txt', { copyMetadata: false })).toMatchObject({
    contentType: 'application/octet-stream',
    cacheControl: 'no-cache',
    metadata: {},
  })
  const onto = { cacheControl: 'max-age=5', mimetype: 'text/plain' }
  expect(await copy('a.txt', { copyMetadata: false, metadata: onto }, { 'x-upsert': 'true' })).toMatchObject({
    cacheControl: 'max-age=5',
  })
  expect(await textOf(await filesOf(bucket).download('a.txt'))).toBe('hello')
})

test('HEAD returns the details of an object in headers', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  for (const path of ['info', 'info/authenticated']) {
    const reply = await call('HEAD', `/object/${path}/${bucket}/a.txt`)
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '5', ''])
    expect(reply.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect((await call('HEAD', `/object/${path}/${bucket}/missing`)).status).toBe(400)
  }
})

test('deleting a bucket with objects is refused, and dates have one format', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  const reply = await call('DELETE', `/bucket/${bucket}`)
  expect(await reply.json()).toEqual({
    statusCode: '409',
    code: 'ResourceNotEmpty',
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  })
  const dates = [(await storage.service.getBucket(bucket)).data!].concat(
    (await storage.service.listBuckets()).data!,
  )
  for (const { created_at, updated_at } of dates)
    for (const date of [created_at, updated_at])
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/)
})
