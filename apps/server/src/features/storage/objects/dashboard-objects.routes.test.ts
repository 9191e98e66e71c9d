import {
  countObjects,
  createFolder,
  deleteObjects,
  listObjects,
  moveObject,
  moveObjects,
  removeObjects,
} from '@basalt/contract/storage/objects.endpoints.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

/** Files and folders in the explorer. */

let storage: StorageFixture
let bucket: string
let params: { ref: string; id: string }
beforeAll(async () => {
  storage = await openStorage()
})
beforeEach(async () => {
  bucket = await storage.aBucket()
  params = { ref: storage.ref, id: bucket }
})
afterAll(() => storage[Symbol.asyncDispose]())

const PLACEHOLDER = '.emptyFolderPlaceholder'
const list = async (path = '', options: object = {}) =>
  (await storage.owner.call(listObjects, { params, body: { path, options } })).body
const namesIn = async (path = '', options: object = {}) =>
  (await list(path, options)).map(({ name, id }) => (id === null ? `${name}/` : name))
const move = (from: string, to: string) => storage.owner.call(moveObject, { params, body: { from, to } })
const putAll = async (...paths: string[]) => {
  for (const path of paths) await storage.put(bucket, path, path)
}

test('a folder is listed page by page in every order', async () => {
  await putAll('b/x.txt', 'a/x.txt', '1.txt', '2.txt', '3.txt')
  for (const column of ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const)
    for (const order of ['asc', 'desc'] as const) {
      const sortBy = { column, order }
      const whole = await namesIn('', { sortBy })
      expect(whole.length).toBe(5)
      expect(whole.slice(0, 2).every((name) => name.endsWith('/'))).toBe(true)
      const paged: string[] = []
      for (let after: object | undefined; ; ) {
        const page = await list('', { sortBy, limit: 2, ...(after && { after }) })
        paged.push(...page.map(({ name, id }) => (id === null ? `${name}/` : name)))
        const last = page.at(-1)
        if (!last) break
        after = { name: last.name, id: last.id, ...(column !== 'name' && last.id && { value: last[column] }) }
      }
      expect(paged).toEqual(whole)
    }
})

test('files and folders are counted for the confirmation of their deletion', async () => {
  await putAll('a.txt', 'in/1', 'in/deep/22', 'in-other/3')
  await storage.owner.call(createFolder, { params, body: { path: 'in/empty' } })
  const count = async (...paths: string[]) =>
    (await storage.owner.call(countObjects, { params, body: { paths } })).body
  expect(await count('in/')).toEqual({ files: 2, bytes: 'in/1'.length + 'in/deep/22'.length, isMore: false })
  expect(await count('a.txt', 'in/')).toMatchObject({ files: 3 })
  expect(await count('in/empty/', 'missing', 'missing/')).toEqual({ files: 0, bytes: 0, isMore: false })
  await storage.sql(
    "insert into storage.objects (bucket_id, name, metadata) select $1, 'many/' || n, $2 from generate_series(1, 100001) n",
    [bucket, '{"size":"odd"}'],
  )
  expect(await count('many/')).toEqual({ files: 100_000, bytes: 0, isMore: true })
})

test('a search matches the beginning of names, ignoring case', async () => {
  await putAll('Report.pdf', 'reports/x', 'other.txt', 're_port')
  expect(await namesIn('', { search: 'rePO' })).toEqual(['reports/', 'Report.pdf'])
  expect(await namesIn('', { search: 'RE_' })).toEqual(['re_port'])
  expect(await namesIn('', { search: 're' })).toEqual(['reports/', 're_port', 'Report.pdf'])
})

test('a missing bucket is reported', async () => {
  const reply = await storage.owner.call(listObjects, {
    params: { ...params, id: 'missing' },
    body: { path: '' },
  })
  expect(reply).toMatchObject({ status: 404, body: { message: 'Bucket not found' } })
})

test('a folder is renamed with its contents in one call', async () => {
  await putAll('old/1.txt', 'old/deep/2.txt', 'old-2/3.txt')
  expect(await move('old/', 'new/')).toMatchObject({ status: 200, body: {} })
  expect(await namesIn()).toEqual(['new/', 'old-2/'])
  expect(await namesIn('new')).toEqual(['deep/', '1.txt'])
  expect(await namesIn('new/deep')).toEqual(['2.txt'])
})

test('moving a folder keeps its empty parent, and replaces the placeholder of its new parent', async () => {
  await storage.owner.call(createFolder, { params, body: { path: 'target' } })
  await putAll('from/inner/1.txt')
  expect((await move('from/inner/', 'target/inner/')).status).toBe(200)
  expect(await namesIn('from')).toEqual([PLACEHOLDER])
  expect(await namesIn('target')).toEqual(['inner/'])
})

test.each([
  ['a/', 'a/b/', 400, 'A folder cannot be moved into itself'],
  ['a/b/', 'a/', 409, 'The name a/ already exists in that directory. Please use a different name.'],
  [
    'a/',
    'taken/',
    409,
    'The name taken/1.txt already exists in that directory. Please use a different name.',
  ],
  ['a/1.txt', 'taken/1.txt', 409, 'The name taken/1.txt already exists'],
  ['a/', 'file', 400, 'A folder can only be moved to a folder path'],
  ['a/1.txt', 'a/../1.txt', 400, 'Invalid key'],
  ['a/1.txt', `${'x'.repeat(1025)}`, 400, 'Invalid key'],
  ['a/', `${'x'.repeat(1020)}/`, 400, 'would be too long'],
  ['missing/', 'new/', 404, 'no longer exists'],
  ['missing.txt', 'new.txt', 404, 'no longer exists'],
])('moving %s to %s is refused, and nothing moves', async (from, to, status, message) => {
  await putAll('a/1.txt', 'a/b/2.txt', 'taken/1.txt')
  const reply = await move(from, to)
  expect([reply.status, reply.body]).toMatchObject([status, { message: expect.stringContaining(message) }])
  expect(await namesIn('a')).toEqual(['b/', '1.txt'])
  expect(await namesIn('taken')).toEqual(['1.txt'])
})

test('several files and folders are moved all or none', async () => {
  await putAll('1.txt', '2.txt', 'folder/3.txt', 'target/2.txt')
  const moves = [
    { from: '1.txt', to: 'target/1.txt' },
    { from: 'folder/', to: 'target/folder/' },
    { from: '2.txt', to: 'target/2.txt' },
  ]
  expect((await storage.owner.call(moveObjects, { params, body: { moves } })).status).toBe(409)
  expect(await namesIn()).toEqual(['folder/', 'target/', '1.txt', '2.txt'])
  const { body } = await storage.owner.call(moveObjects, { params, body: { moves: moves.slice(0, 2) } })
  expect(body).toEqual({ moved: 2 })
  expect(await namesIn('target')).toEqual(['folder/', '1.txt', '2.txt'])
})

test('files and folders are deleted together, and their parent remains', async () => {
  await putAll('a/1.txt', 'a/b/2.txt', 'a/b/c/3.txt', 'ab/4.txt')
  const { body } = await storage.owner.call(deleteObjects, {
    params,
    body: { paths: ['a/1.txt', 'a/b/', 'missing.txt', 'missing/'] },
  })
  expect(body).toEqual([{ name: 'a/1.txt' }, { name: 'a/b/' }])
  expect(await namesIn()).toEqual(['a/', 'ab/'])
  expect(await namesIn('a')).toEqual([PLACEHOLDER])
})

test('both deletion endpoints delete the bytes too', async () => {
  const before = (await storage.blobs()).length
  await putAll('a.txt', 'b.txt', 'c/d.txt')
  await storage.owner.call(removeObjects, { params, body: { paths: ['a.txt'] } })
  await storage.owner.call(deleteObjects, { params, body: { paths: ['b.txt', 'c/'] } })
  expect(await namesIn()).toEqual([])
  expect((await storage.blobs()).length).toBe(before)
})

test('a new folder exists while empty, and can be created once', async () => {
  const create = (path: string) => storage.owner.call(createFolder, { params, body: { path } })
  expect(await create('ordner/größe')).toMatchObject({ status: 201, body: { path: 'ordner/größe' } })
  expect(await namesIn('ordner')).toEqual(['größe/'])
  expect(await create('ordner')).toMatchObject({ status: 409 })
  expect(await create('a//b')).toMatchObject({ status: 400 })
  const { data } = await storage.filesOf(bucket).download(`ordner/größe/${PLACEHOLDER}`)
  expect(data?.size).toBe(0)
})
