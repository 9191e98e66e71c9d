import {
  createBranch,
  deleteBranch,
  listBranchDetails,
  listBranches,
  readBranchDisk,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reaches } from '../../test/people.ts'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('files')
})
afterAll(() => storage[Symbol.asyncDispose]())

async function aBranch(branch_name: string, { with_data = true, of = storage.ref } = {}) {
  const { body } = await storage.owner.call(createBranch, {
    params: { ref: of },
    body: { branch_name, with_data },
  })
  const ref = body.project_ref
  await reaches(storage.owner, ref, 'ACTIVE_HEALTHY')
  const { body: keys } = await storage.owner.call(listApiKeys, { params: { ref } })
  const key = keys.find(({ name }) => name === 'service_role')!.api_key!
  const url = `${storage.origin}/p/${ref}/storage/v1`
  return { ref, files: new StorageClient(url, { apikey: key, authorization: `Bearer ${key}` }).from('files') }
}

type Files = ReturnType<StorageClient['from']>
const read = async (files: Files, path: string) => {
  const { data } = await files.download(path)
  return data ? data.text() : undefined
}
const stored = async () => {
  await storage.storage.janitor.idle()
  return (await storage.blobs()).length
}
const sweep = () => storage.storage.janitor.sweep(storage.ref, 0)

test('a branch has the files of its parent without copying them, and each changes only its own', async () => {
  const main = storage.filesOf('files')
  await storage.put('files', 'kept.txt', 'kept')
  await storage.put('files', 'replaced.txt', 'old')
  await storage.put('files', 'deleted.txt', 'deleted on the parent')
  const before = await stored()
  const { ref, files } = await aBranch('feature')
  expect(await stored()).toBe(before)
  expect(await read(files, 'kept.txt')).toBe('kept')

  await main.remove(['deleted.txt'])
  await files.update('replaced.txt', 'new on the branch', { contentType: 'text/plain' })
  await files.upload('own.txt', 'of the branch', { contentType: 'text/plain' })
  await sweep()
  expect([await read(main, 'deleted.txt'), await read(files, 'deleted.txt')]).toEqual([
    undefined,
    'deleted on the parent',
  ])
  expect([await read(main, 'replaced.txt'), await read(files, 'replaced.txt')]).toEqual([
    'old',
    'new on the branch',
  ])
  expect(await read(main, 'own.txt')).toBeUndefined()

  const { body: disk } = await storage.owner.call(readBranchDisk, { params: { ref: storage.ref } })
  expect(disk.map(({ project_ref, files }) => [project_ref, files])).toEqual([
    [storage.ref, { own_bytes: 'old'.length, shared_bytes: 'kept'.length }],
    [
      ref,
      {
        own_bytes: 'new on the branch of the branch deleted on the parent'.length - 2,
        shared_bytes: 'kept'.length,
      },
    ],
  ])
  const list = (await storage.owner.call(listBranchDetails, { params: { ref } })).body
  for (const { database } of disk) {
    expect(database!.own_bytes + database!.shared_bytes).toBeGreaterThan(20_000_000)
    if (!list.shares_blocks) expect(database!.shared_bytes).toBe(0)
  }

  await storage.owner.call(deleteBranch, { params: { id: ref } })
  await waitFor(async () => {
    const { body } = await storage.owner.call(listBranches, { params: { ref: storage.ref }, query: {} })
    return body.length === 1
  })
  await sweep()
  expect(await stored()).toBe(before - 1)
  expect([await read(main, 'kept.txt'), await read(main, 'replaced.txt')]).toEqual(['kept', 'old'])
})

test('nothing that a sleeping branch may have is removed until it is awake', async () => {
  const main = storage.filesOf('files')
  await storage.put('files', 'slept.txt', 'bytes')
  await storage.put('files', 'unknown.txt', 'bytes')
  const { ref, files } = await aBranch('sleeper')
  await files.remove(['unknown.txt'])
  await waitFor(async () => (await storage.owner.call(putToSleep, { params: { ref } })).status === 200)
  const before = await stored()
  await main.remove(['slept.txt', 'unknown.txt'])
  await sweep()
  expect(await stored()).toBe(before)
  expect(await read(files, 'slept.txt')).toBe('bytes')
  await sweep()
  expect(await stored()).toBe(before - 1)
  expect(await read(files, 'slept.txt')).toBe('bytes')
})

test('a branch with only the schema has the buckets and none of the files', async () => {
  await storage.put('files', 'data.txt', 'data')
  const { files } = await aBranch('schema', { with_data: false })
  expect(await read(files, 'data.txt')).toBeUndefined()
  const { error } = await files.upload('data.txt', 'own', { contentType: 'text/plain' })
  expect(error).toBeNull()
  expect([await read(files, 'data.txt'), await read(storage.filesOf('files'), 'data.txt')]).toEqual([
    'own',
    'data',
  ])
})

test('a branch of a branch of a branch has what each of them had, and keeps it when they are deleted', async () => {
  const main = storage.filesOf('files')
  await storage.put('files', 'depth.txt', 'of the parent')
  const first = await aBranch('first')
  await first.files.upload('first.txt', 'of the first', { contentType: 'text/plain' })
  const second = await aBranch('second', { of: first.ref })
  await second.files.update('depth.txt', 'of the second', { contentType: 'text/plain' })
  const third = await aBranch('third', { of: second.ref })
  await main.remove(['depth.txt'])
  for (const { ref } of [first, second]) {
    await storage.owner.call(deleteBranch, { params: { id: ref } })
    await waitFor(async () => {
      const { body } = await storage.owner.call(listBranches, { params: { ref: storage.ref }, query: {} })
      return body.every(({ project_ref }) => project_ref !== ref)
    })
  }
  await sweep()
  expect([await read(third.files, 'depth.txt'), await read(third.files, 'first.txt')]).toEqual([
    'of the second',
    'of the first',
  ])
})
