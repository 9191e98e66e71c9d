import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture, textOf } from '../../../test/storage-fixture.ts'

/** Resumable uploads whose bytes have arrived but whose row cannot be written. */

let storage: StorageFixture
/** Called when the bytes of an upload are complete, before their row is written. */
const doNothing = async () => undefined
let onAdopt: () => Promise<void> = doNothing
beforeAll(async () => {
  storage = await openStorage({
    wrapBlobs: (blobs) => ({
      ...blobs,
      adopt: async (key, file) => {
        await blobs.adopt(key, file)
        await onAdopt()
      },
    }),
  })
  await storage.service.createBucket('files')
})
afterAll(() => storage[Symbol.asyncDispose]())

const tus = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${storage.keyOf('service_role')}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    ...(body !== undefined && { body }),
  })

/** Starts an upload with its first bytes, and returns the URL to continue at. */
async function start(name: string, length: number, bytes: string) {
  const encoded = [
    ['bucketName', 'files'],
    ['objectName', name],
  ].map(([key, value]) => `${key} ${Buffer.from(value!).toString('base64')}`)
  const endpoint = `${storage.url}/upload/resumable`
  const headers = { 'upload-metadata': encoded.join(','), 'upload-length': String(length) }
  const reply = await tus('POST', endpoint, headers, bytes)
  return new URL(reply.headers.get('location')!, endpoint).href
}

test('bytes remain while the database cannot store their row, which is written later', async () => {
  const url = await start('database-away', 6, 'abc')
  // The bytes are stored before the row is written. At that moment the database shuts down.
  onAdopt = async () => {
    await storage.sql(`create function public.away() returns trigger language plpgsql as
      $$ begin raise 'shutting down' using errcode = '57P01'; end $$`)
    await storage.sql('create trigger away before insert on storage.objects execute function public.away()')
  }
  const last = await tus('PATCH', url, { 'upload-offset': '3' }, 'def')
  onAdopt = doNothing
  expect(last.status).toBe(503)
  expect((await tus('HEAD', url)).status).toBe(503)
  await storage.sql('drop trigger away on storage.objects')
  // Meanwhile the janitor runs and sees what the failed attempts left behind.
  await storage.storage.janitor.sweep(storage.ref, -60_000)
  expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('6')
  expect(await textOf(await storage.filesOf('files').download('database-away'))).toBe('abcdef')
  await storage.storage.janitor.sweep(storage.ref, -60_000)
  expect(await textOf(await storage.filesOf('files').download('database-away'))).toBe('abcdef')
})

test('bytes are discarded when their name was taken in the meantime', async () => {
  const url = await start('taken', 6, 'abc')
  onAdopt = () => storage.put('files', 'taken', 'somebody else')
  const last = await tus('PATCH', url, { 'upload-offset': '3' }, 'def')
  onAdopt = doNothing
  expect(last.status).toBe(409)
  expect((await tus('HEAD', url)).status).toBe(404)
  expect(await textOf(await storage.filesOf('files').download('taken'))).toBe('somebody else')
})
