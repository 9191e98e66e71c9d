import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobStoreConformance } from './blob-store.conformance.ts'
import { copyBlob } from './copy-blob.ts'
import { diskBlobStore } from './disk-blob-store.ts'
import { memoryBlobStore } from './memory-blob-store.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'basalt-blobs-'))
})
afterAll(() => rm(root, { recursive: true }))

const memory = memoryBlobStore()
blobStoreConformance('memory', async () => memory)

let disk: ReturnType<typeof diskBlobStore> | undefined
blobStoreConformance('files', () => {
  disk ??= diskBlobStore(path.join(root, 'conformance'))
  return disk
})

test('files that a killed process left half written are removed at the next start', async () => {
  const home = path.join(root, 'killed')
  await mkdir(path.join(home, 'unfinished'), { recursive: true })
  await writeFile(path.join(home, 'unfinished', '1'), 'half')
  const store = await diskBlobStore(home)
  await store.write('project/blob', Readable.from([Buffer.from('whole')]))
  expect(await store.read('project/1')).toBeUndefined()
})

test('a blob is copied between stores; two on the same disk share its bytes', async () => {
  const key = 'project/blob'
  const [one, other] = [
    await diskBlobStore(path.join(root, 'one')),
    await diskBlobStore(path.join(root, 'other')),
  ]
  await one.write(key, Readable.from([Buffer.from('whole')]))
  expect(await copyBlob({ store: one, key }, { store: other, key: 'files/project/blob' })).toBe(true)
  const inodes = [one.fileOf!(key), other.fileOf!('files/project/blob')].map(
    async (file) => (await stat(file)).ino,
  )
  expect(new Set(await Promise.all(inodes)).size).toBe(1)
  // The copy stays when the blob goes.
  await one.remove(key)
  expect(await copyBlob({ store: one, key }, { store: other, key: 'files/project/other' })).toBe(false)
  const onlyRead = await diskBlobStore(path.join(root, 'other'), { isOnlyRead: true })
  expect(await copyBlob({ store: onlyRead, key: 'files/project/blob' }, { store: memory, key })).toBe(true)
  expect(await text((await memory.read(key))!)).toBe('whole')
  expect(await copyBlob({ store: memory, key }, { store: one, key })).toBe(true)
  expect(await text((await one.read(key))!)).toBe('whole')
})
