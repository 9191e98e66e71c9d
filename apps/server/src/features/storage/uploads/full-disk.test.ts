import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, textOf } from '../../../test/storage-fixture.ts'

/** Uploads to a server whose disk is temporarily full. */

let isFull = false
const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** Fails like a full disk, after a part has been written. */
const fillingUp = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  writeHashed: (key, body) =>
    blobs.writeHashed(
      key,
      (async function* () {
        for await (const chunk of body) {
          yield chunk
          if (isFull) throw noSpace()
        }
      })(),
    ),
  async adopt(key, file) {
    if (isFull) throw noSpace()
    await blobs.adopt(key, file)
  },
})

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage({ wrapBlobs: fillingUp })
  await storage.service.createBucket('files')
  await storage.put('files', 'there.txt', 'before')
})
afterAll(() => storage[Symbol.asyncDispose]())

async function whileFull<T>(work: () => Promise<T>) {
  isFull = true
  try {
    return await work()
  } finally {
    isFull = false
  }
}

const FULL = { statusCode: '507', error: 'InsufficientStorage' }

test('an upload to a full disk is refused, and leaves neither bytes nor a row', async () => {
  const before = await storage.blobs()
  const { error } = await whileFull(() => storage.filesOf('files').upload('new.txt', 'x'.repeat(200_000)))
  expect(error).toMatchObject({ statusCode: FULL.statusCode })
  expect(await storage.blobs()).toEqual(before)
  expect((await storage.filesOf('files').exists('new.txt')).data).toBe(false)
})

test('a failed replacement leaves the object unchanged', async () => {
  const { error } = await whileFull(() => storage.filesOf('files').update('there.txt', 'after'))
  expect(error).not.toBeNull()
  expect(await textOf(await storage.filesOf('files').download('there.txt'))).toBe('before')
})

test('a resumable upload is completed once the disk has space again', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const headers = { authorization: `Bearer ${storage.keyOf('service_role')}`, 'tus-resumable': '1.0.0' }
  const url = `${storage.url}/upload/resumable`
  const created = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '5',
      'upload-metadata': `bucketName ${encoded('files')},objectName ${encoded('resumed.txt')}`,
    },
  })
  const uploadUrl = new URL(created.headers.get('location')!, url)
  const bytes = { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const refused = await whileFull(() => fetch(uploadUrl, { method: 'PATCH', body: 'whole', headers: bytes }))
  expect(refused.status).toBe(507)
  expect((await storage.filesOf('files').exists('resumed.txt')).data).toBe(false)
  const now = await fetch(uploadUrl, { method: 'HEAD', headers })
  expect([now.status, now.headers.get('upload-offset')]).toEqual([200, '5'])
  expect(await textOf(await storage.filesOf('files').download('resumed.txt'))).toBe('whole')
})
