import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from '@basalt/contract/storage/buckets.endpoints.ts'
import { updateStorageConfig } from '@basalt/contract/storage/storage.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../../test/people.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

/** Bucket management in the dashboard. */

let storage: StorageFixture
let params: { ref: string }
beforeAll(async () => {
  storage = await openStorage()
  params = { ref: storage.ref }
})
afterAll(() => storage[Symbol.asyncDispose]())

const create = (id: string, rules: object = {}) =>
  storage.owner.call(createBucket, { params, body: { id, ...rules } })

test('a bucket is created with its rules, updated, and found by a part of its name', async () => {
  const created = await create('Fotos & more', {
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['image/*'],
  })
  expect([created.status, created.body]).toEqual([201, { name: 'Fotos & more' }])
  const one = { ...params, id: 'Fotos & more' }
  const { body: found } = await storage.owner.call(getBucket, { params: one })
  expect(found).toMatchObject({ public: true, file_size_limit: 1000, allowed_mime_types: ['image/*'] })
  expect(new Date(found.created_at).getTime()).toBeLessThanOrEqual(Date.now())
  const change = { public: false, file_size_limit: null, allowed_mime_types: null }
  expect((await storage.owner.call(updateBucket, { params: one, body: change })).status).toBe(200)
  const { body: listed } = await storage.owner.call(listBuckets, { params, query: { search: 'TOS &' } })
  expect(listed).toEqual([{ ...found, ...change, updated_at: expect.any(String) }])
})

test('taken and invalid names and unsupported types are refused', async () => {
  await create('taken')
  expect(await create('taken')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await create('a/b')).toMatchObject({
    status: 400,
    body: { message: 'Bucket name cannot contain the "/" character' },
  })
  expect(await create('vectors', { type: 'ANALYTICS' })).toMatchObject({ status: 400 })
  expect(await storage.owner.call(getBucket, { params: { ...params, id: 'missing' } })).toMatchObject({
    status: 404,
    body: { message: 'Bucket not found' },
  })
})

test('the limit of a bucket cannot exceed that of the project', async () => {
  await storage.owner.call(updateStorageConfig, { params, body: { fileSizeLimit: 5000 } })
  expect(await create('large', { file_size_limit: 5001 })).toMatchObject({ status: 413 })
  expect(await create('fits', { file_size_limit: 5000 })).toMatchObject({ status: 201 })
})

test('a bucket with files is deleted only when contents are included', async () => {
  const bucket = await storage.aBucket()
  await storage.put(bucket, 'a.txt')
  await storage.put(bucket, 'folder/b.txt')
  const one = { ...params, id: bucket }
  expect(await storage.owner.call(deleteBucket, { params: one })).toMatchObject({ status: 409 })
  const gone = await storage.owner.call(deleteBucket, { params: one, query: { contents: true } })
  expect(gone.status).toBe(200)
  expect((await storage.owner.call(getBucket, { params: one })).status).toBe(404)
})

test('emptying keeps the bucket', async () => {
  const bucket = await storage.aBucket()
  await storage.put(bucket, 'a.txt')
  expect((await storage.owner.call(emptyBucket, { params: { ...params, id: bucket } })).status).toBe(200)
  expect((await storage.filesOf(bucket).list()).data).toEqual([])
})

test('a read-only member has no access to files', async () => {
  const { body: project } = await storage.owner.send('GET', `/platform/projects/${storage.ref}`)
  const { organization_slug: slug } = project as { organization_slug: string }
  const reader = await aMember(storage, storage.owner, slug, { role_id: 'read_only' })
  expect((await reader.call(listBuckets, { params })).status).toBe(403)
  expect((await reader.call(createBucket, { params, body: { id: 'mine' } })).status).toBe(403)
})
