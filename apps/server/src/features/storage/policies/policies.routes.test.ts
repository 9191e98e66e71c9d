import { listStoragePolicies } from '@basalt/contract/storage/policies.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
})
afterAll(() => storage[Symbol.asyncDispose]())

test('lists policies as they are in the database', async () => {
  const list = async () =>
    (await storage.owner.call(listStoragePolicies, { params: { ref: storage.ref } })).body
  expect(await list()).toEqual([])
  await storage.sql(
    `create policy "Own 'files'" on storage.objects for select to authenticated, anon using (bucket_id = 'a''b')`,
  )
  await storage.sql(`create policy b on storage.buckets as restrictive for insert with check (public)`)
  expect(await list()).toEqual([
    {
      name: 'b',
      table: 'buckets',
      command: 'INSERT',
      roles: ['public'],
      permissive: false,
      using: null,
      check: 'public',
    },
    {
      name: "Own 'files'",
      table: 'objects',
      command: 'SELECT',
      permissive: true,
      roles: ['anon', 'authenticated'],
      using: "(bucket_id = 'a''b'::text)",
      check: null,
    },
  ])
})
