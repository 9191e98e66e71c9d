import { readZip } from '@basalt/testing/read-zip.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'

let storage: StorageFixture
beforeAll(async () => {
  storage = await openStorage()
  await storage.service.createBucket('files')
  for (const [name, body] of Object.entries(stored)) await storage.service.from('files').upload(name, body)
})
afterAll(() => storage[Symbol.asyncDispose]())

const stored = {
  'größe/ä.txt': 'ä',
  'folder/1.txt': 'one',
  'folder/deep/2.txt': 'two',
  'folder/empty/.emptyFolderPlaceholder': '',
  'folder-2/3.txt': 'three',
  'single.txt': 'x'.repeat(100_000),
}

const zip = async (body: object, key = storage.keyOf('service_role')) => {
  const reply = await fetch(`${storage.url}/object/zip/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply
}
const contents = async (reply: Response) => readZip(Buffer.from(await reply.arrayBuffer()))

test('a folder contains everything below it, without placeholders', async () => {
  expect(await contents(await zip({ paths: ['folder/'] }))).toEqual({
    'folder/1.txt': 'one',
    'folder/deep/2.txt': 'two',
  })
})

test('a selection of files and folders is one archive with the requested name', async () => {
  const reply = await zip({ paths: ['größe', 'single.txt', 'folder-2'], name: 'mine.zip' })
  expect(reply.headers.get('content-disposition')).toBe(
    "attachment; filename=mine.zip; filename*=UTF-8''mine.zip",
  )
  expect(await contents(reply)).toEqual({
    'folder-2/3.txt': 'three',
    'größe/ä.txt': 'ä',
    'single.txt': stored['single.txt'],
  })
})

test('a signed URL downloads an archive without a key', async () => {
  const reply = await fetch(`${storage.url}/object/zip/sign/files`, {
    method: 'POST',
    headers: { apikey: storage.keyOf('service_role'), 'content-type': 'application/json' },
    body: JSON.stringify({ paths: ['folder'], expiresIn: 60 }),
  })
  const { signedURL } = (await reply.json()) as { signedURL: string }
  expect(Object.keys(await contents(await fetch(`${storage.url}${signedURL}`)))).toHaveLength(2)
  const forged = await fetch(`${storage.url}${signedURL.replace('/files?', '/other?')}`)
  expect(await forged.json()).toMatchObject({ code: 'InvalidSignature' })
})

test('missing and invisible paths are not found', async () => {
  expect(await (await zip({ paths: ['missing'] })).json()).toMatchObject({ code: 'NoSuchKey' })
  expect(await (await zip({ paths: ['folder'] }, storage.keyOf('anon'))).json()).toMatchObject({
    code: 'NoSuchKey',
  })
  expect(await (await zip({ paths: [] })).json()).toMatchObject({ code: 'InvalidRequest' })
})

test('unreadable files are listed in the archive, which contains the rest', async () => {
  await storage.service.from('files').upload('broken/lost.txt', 'lost')
  await storage.service.from('files').upload('broken/kept.txt', 'kept')
  const [{ version }] = (await storage.sql(
    "select version from storage.objects where name = 'broken/lost.txt'",
  )) as [{ version: string }]
  await storage.storage.blobs.remove(`${storage.ref}/${version}`)
  expect(await contents(await zip({ paths: ['broken'] }))).toEqual({
    'broken/kept.txt': 'kept',
    'not-downloaded.txt': 'broken/lost.txt',
  })
})
