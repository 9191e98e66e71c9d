import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, textOf } from '../../../test/storage-fixture.ts'

/** Signed URLs of the client library. */

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

test('createSignedUrl gives read access to one object only', async () => {
  const bucket = await aBucket()
  await put(bucket, 'ä b.txt')
  await put(bucket, 'other.txt')
  const { data } = await filesOf(bucket).createSignedUrl('ä b.txt', 60, { download: 'x.txt' })
  const reply = await fetch(data!.signedUrl)
  expect(await reply.text()).toBe('hello')
  expect(reply.headers.get('content-disposition')).toBe("attachment; filename=x.txt; filename*=UTF-8''x.txt")
  const token = new URL(data!.signedUrl).searchParams.get('token')
  const foreign = await fetch(`${storage.url}/object/sign/${bucket}/other.txt?token=${token}`)
  expect(await foreign.json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' })
  expect((await filesOf(bucket).createSignedUrl('missing', 60)).error).toMatchObject({
    message: 'Object not found',
  })
})

test('createSignedUrls signs existing objects and reports missing ones', async () => {
  const bucket = await aBucket()
  await put(bucket, 'a.txt')
  const { data } = await filesOf(bucket).createSignedUrls(['a.txt', 'missing'], 60)
  expect(await (await fetch(data![0]!.signedUrl!)).text()).toBe('hello')
  expect(data![1]).toMatchObject({
    path: 'missing',
    signedURL: null,
    error: expect.stringContaining('does not exist'),
  })
})

test('createSignedUploadUrl and uploadToSignedUrl allow one upload of one object', async () => {
  const bucket = await aBucket()
  const { data } = await filesOf(bucket).createSignedUploadUrl('in/a.txt')
  const anyone = storage.anon.from(bucket)
  expect((await anyone.uploadToSignedUrl('in/a.txt', data!.token, 'hello')).data).toMatchObject({
    fullPath: `${bucket}/in/a.txt`,
  })
  expect((await anyone.uploadToSignedUrl('in/a.txt', data!.token, 'again')).error).toMatchObject({
    statusCode: '409',
  })
  expect((await anyone.uploadToSignedUrl('in/b.txt', data!.token, 'x')).error).toMatchObject({
    statusCode: '400',
  })
  expect(await textOf(await filesOf(bucket).download('in/a.txt'))).toBe('hello')
})

test('getPublicUrl works for public buckets, and does not reveal private ones', async () => {
  const [open, closed] = [await aBucket({ public: true }), await aBucket()]
  await put(open, 'a.txt')
  await put(closed, 'a.txt')
  const reply = await fetch(filesOf(open).getPublicUrl('a.txt').data.publicUrl)
  expect(await reply.text()).toBe('hello')
  const refused = await fetch(filesOf(closed).getPublicUrl('a.txt').data.publicUrl)
  const missing = await fetch(filesOf('missing').getPublicUrl('a.txt').data.publicUrl)
  expect(await refused.json()).toEqual(await missing.json())
  expect(refused.status).toBe(400)
})
