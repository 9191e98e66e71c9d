import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, textOf } from '../../test/storage-fixture.ts'

/** The commonly used methods of the client library, against a real server. */

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

test('createBucket, getBucket, updateBucket and listBuckets agree', async () => {
  const name = await aBucket({ public: true, fileSizeLimit: '2MB', allowedMimeTypes: ['image/*'] })
  const expected = {
    id: name,
    name,
    public: true,
    file_size_limit: 2_000_000,
    allowed_mime_types: ['image/*'],
  }
  expect((await storage.service.getBucket(name)).data).toMatchObject(expected)
  expect(await storage.service.updateBucket(name, { public: false, fileSizeLimit: null })).toEqual({
    data: { message: 'Successfully updated' },
    error: null,
  })
  const changed = { ...expected, public: false, file_size_limit: null }
  const { data } = await storage.service.listBuckets({
    search: name,
    sortColumn: 'name',
    sortOrder: 'desc',
    limit: 1,
  })
  expect(data).toMatchObject([changed])
})

test('createBucket refuses a taken or invalid name', async () => {
  const name = await aBucket()
  expect((await storage.service.createBucket(name)).error).toMatchObject({
    status: 400,
    statusCode: '409',
    message: 'The resource already exists',
  })
  expect((await storage.service.createBucket('a/b')).error).toMatchObject({
    statusCode: '400',
    message: 'Bucket name cannot contain the "/" character',
  })
})

test('getBucket reports a missing bucket', async () => {
  expect((await storage.service.getBucket('missing')).error).toMatchObject({
    statusCode: '404',
    message: 'Bucket not found',
  })
})

test('deleteBucket refuses a bucket with objects, and emptyBucket deletes these', async () => {
  const name = await aBucket()
  await put(name, 'a.txt')
  expect((await storage.service.deleteBucket(name)).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  expect((await storage.service.emptyBucket(name)).data).toEqual({ message: 'Successfully emptied' })
  expect((await storage.service.deleteBucket(name)).data).toEqual({ message: 'Successfully deleted' })
  expect((await storage.service.getBucket(name)).error).not.toBeNull()
})

test.each<[string, () => ConstructorParameters<typeof Blob>[0][number] | Buffer | ReadableStream | FormData]>(
  [
    ['text', () => 'hello'],
    ['a buffer', () => Buffer.from('hello')],
    ['a blob', () => new Blob(['hello'], { type: 'text/plain' })],
    [
      'a stream',
      () => Readable.toWeb(Readable.from([Buffer.from('hel'), Buffer.from('lo')])) as ReadableStream,
    ],
    [
      'a form',
      () => {
        const form = new FormData()
        form.append('', new Blob(['hello'], { type: 'text/plain' }))
        return form
      },
    ],
  ],
)('upload accepts %s, with its type, cache time and metadata', async (_what, body) => {
  const bucket = await aBucket()
  const { data, error } = await filesOf(bucket).upload('a/b.txt', body() as never, {
    contentType: 'text/plain',
    cacheControl: '60',
    metadata: { by: 'Ann' },
  })
  expect(error).toBeNull()
  expect(data).toMatchObject({ path: 'a/b.txt', fullPath: `${bucket}/a/b.txt` })
  const { data: info } = await filesOf(bucket).info('a/b.txt')
  expect(info).toMatchObject({
    id: data!.id,
    size: 5,
    contentType: 'text/plain',
    cacheControl: 'max-age=60',
    etag: '"5d41402abc4b2a76b9719d911017c592"',
    metadata: { by: 'Ann' },
    bucketId: bucket,
  })
  expect(await textOf(await filesOf(bucket).download('a/b.txt'))).toBe('hello')
})

test('upload refuses a taken key unless upsert is set, and update replaces', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt', 'one')
  expect((await filesOf(bucket).upload('a.txt', 'two')).error).toMatchObject({ statusCode: '409' })
  expect((await filesOf(bucket).upload('a.txt', 'two', { upsert: true })).error).toBeNull()
  expect(await textOf(await filesOf(bucket).download('a.txt'))).toBe('two')
  const { data: before } = await filesOf(bucket).info('a.txt')
  expect((await filesOf(bucket).update('a.txt', 'three')).error).toBeNull()
  const { data: after } = await filesOf(bucket).info('a.txt')
  expect(after).toMatchObject({ id: before!.id, createdAt: before!.createdAt, size: 5 })
})

test.each([
  ...["!-.*'() $@=;:+,_.txt", 'größe/日本語 🎉.txt', 'a&b.txt', '.DS_Store', 'UPPER.txt', 'upper.txt'],
  ...['e\u0301.txt', '\u00e9.txt', 'x'.repeat(1000)],
])('the key %j is stored exactly', async (key) => {
  const bucket = await aBucket()
  await put(bucket, key)
  expect(await textOf(await filesOf(bucket).download(key))).toBe('hello')
  const { data } = await storage.service.from(bucket).listV2({ prefix: '' })
  expect(data!.objects.map(({ key }) => key)).toEqual([key])
})

test('download and exists report a missing object', async () => {
  const bucket = await aBucket()
  expect((await filesOf(bucket).download('nope')).error).toMatchObject({ message: 'Object not found' })
  expect((await filesOf(bucket).exists('nope')).data).toBe(false)
  await put(bucket, 'yes')
  expect((await filesOf(bucket).exists('yes')).data).toBe(true)
})

test('download supports streaming', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  const { data } = await filesOf(bucket).download('a.txt').asStream()
  expect(await new Response(data).text()).toBe('hello')
})

test('move keeps the object and its bytes, even across buckets', async () => {
  const [bucket, other] = [await aBucket(), await aBucket()]
  await put(bucket, 'a.txt')
  const { data: before } = await filesOf(bucket).info('a.txt')
  expect((await filesOf(bucket).move('a.txt', 'b/c.txt')).data).toMatchObject({
    message: 'Successfully moved',
  })
  expect((await filesOf(bucket).move('b/c.txt', 'd.txt', { destinationBucket: other })).error).toBeNull()
  expect((await filesOf(other).info('d.txt')).data).toMatchObject({
    id: before!.id,
    createdAt: before!.createdAt,
  })
  expect(await textOf(await filesOf(other).download('d.txt'))).toBe('hello')
  expect((await filesOf(bucket).move('a.txt', 'x')).error).toMatchObject({ message: 'Object not found' })
  await put(bucket, 'taken')
  expect((await filesOf(other).move('d.txt', 'taken', { destinationBucket: bucket })).error).toMatchObject({
    statusCode: '409',
  })
})

test('copy creates an object that outlives its source', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  expect((await filesOf(bucket).copy('a.txt', 'b.txt')).data).toEqual({ path: `${bucket}/b.txt` })
  await filesOf(bucket).remove(['a.txt'])
  await storage.storage.janitor.idle()
  expect(await textOf(await filesOf(bucket).download('b.txt'))).toBe('hello')
})

test('remove returns the removed objects and deletes their bytes', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  await put(bucket, 'b.txt')
  const before = await storage.blobs()
  const { data } = await filesOf(bucket).remove(['a.txt', 'b.txt', 'missing'])
  expect(data!.map(({ name }) => name).sort()).toEqual(['a.txt', 'b.txt'])
  expect(await storage.blobs()).toHaveLength(before.length - 2)
})

test('list returns a folder: subfolders first, then files in the requested order', async () => {
  const bucket = await aBucket()
  for (const path of [
    'z.txt',
    'a.txt',
    'b/1.txt',
    'b/2.txt',
    'b/c/3.txt',
    'b.c/4.txt',
    'd/.emptyFolderPlaceholder',
  ])
    await put(bucket, path)
  const names = async (...args: Parameters<ReturnType<typeof filesOf>['list']>) =>
    (await filesOf(bucket).list(...args)).data!.map(({ name }) => name)
  expect(await names()).toEqual(['b.c', 'b', 'd', 'a.txt', 'z.txt'])
  expect(await names('b')).toEqual(['c', '1.txt', '2.txt'])
  expect(await names('/b/')).toEqual(['c', '1.txt', '2.txt'])
  expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
    'd',
    'b',
    'b.c',
    'z.txt',
    'a.txt',
  ])
  expect(await names('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
    'b.c',
    'b',
    'd',
    'z.txt',
    'a.txt',
  ])
  expect(await names('', { limit: 2, offset: 2 })).toEqual(['d', 'a.txt'])
  expect(await names('', { limit: 2, offset: 4 })).toEqual(['z.txt'])
  expect(await names('', { search: 'B' })).toEqual(['b.c', 'b'])
  expect(await names('b', { search: '1' })).toEqual(['1.txt'])
  expect(await names('missing')).toEqual([])
  const { data } = await filesOf(bucket).list()
  expect(data![0]).toMatchObject({ id: null, metadata: null, created_at: null })
  expect(data![3]).toMatchObject({ metadata: { size: 5, mimetype: 'text/plain' } })
})

test.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['created_at', 'desc'],
  ['updated_at', 'asc'],
] as const)('listV2 by %s %s returns each entry once, page by page', async (column, order) => {
  const bucket = await aBucket()
  const paths = ['a/1', 'a/2', 'b/1', 'c/1/2', 'x', 'y', 'z', 'é']
  for (const path of paths) await put(bucket, path)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data, error } = await filesOf(bucket).listV2({
      with_delimiter: true,
      limit: 3,
      sortBy: { column, order },
      ...(cursor && { cursor }),
    })
    expect(error).toBeNull()
    expect(data!.folders.length + data!.objects.length).toBeLessThanOrEqual(3)
    seen.push(...data!.folders.map(({ name }) => name), ...data!.objects.map(({ name }) => name))
    cursor = data!.hasNext ? data!.nextCursor : undefined
  } while (cursor)
  expect([...seen].sort()).toEqual(['a/', 'b/', 'c/', 'x', 'y', 'z', 'é'])
  if (column === 'name' && order === 'asc') expect(seen).toEqual([...seen].sort())
  const { data: flat } = await filesOf(bucket).listV2({ prefix: 'a/', limit: 1 })
  expect(flat).toMatchObject({ hasNext: true, objects: [{ key: 'a/1' }] })
  const { data: rest } = await filesOf(bucket).listV2({ prefix: 'a/', limit: 1, cursor: flat!.nextCursor! })
  expect(rest).toMatchObject({ hasNext: false, objects: [{ key: 'a/2' }] })
})
