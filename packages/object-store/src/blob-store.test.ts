import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobStoreConformance } from './blob-store.conformance.ts'
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
