import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renditionCache } from './rendition-cache.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'basalt-renditions-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const ofSize = (size: number) => Buffer.alloc(size, 'x')
type Cache = ReturnType<typeof renditionCache>
const keptIn = async (cache: Cache, ...keys: string[]) =>
  (await Promise.all(keys.map((key) => cache.find('ref', key)))).map((bytes) => bytes !== undefined)

test('what was used last is kept, as much as there is room for', async () => {
  const cache = renditionCache(root, 10)
  await cache.keep('ref', 'a', ofSize(4))
  await cache.keep('ref', 'b', ofSize(4))
  await cache.find('ref', 'a')
  await cache.keep('ref', 'c', ofSize(4))
  expect(await keptIn(cache, 'a', 'b', 'c')).toEqual([true, false, true])
  expect(await readdir(path.join(root, 'ref'))).toHaveLength(2)
})

test('another process finds it, and what was not used for longest goes first', async () => {
  const before = renditionCache(root, 10)
  await before.keep('ref', 'a', ofSize(4))
  const [file] = await readdir(path.join(root, 'ref'))
  await before.keep('ref', 'b', ofSize(4))
  await utimes(path.join(root, 'ref', file!), 1, 1)
  await writeFile(path.join(root, 'half.new'), 'half')
  const cache = renditionCache(root, 10)
  await cache.keep('ref', 'c', ofSize(4))
  expect(await keptIn(cache, 'a', 'b', 'c')).toEqual([false, true, true])
  expect((await readdir(root)).sort()).toEqual(['ref'])
})

test('what is larger than all room is not kept', async () => {
  const cache = renditionCache(root, 10)
  await cache.keep('ref', 'a', ofSize(11))
  expect(await keptIn(cache, 'a')).toEqual([false])
})

test('what somebody took away or cut short is made again', async () => {
  const cache = renditionCache(root, 100)
  await cache.keep('ref', 'a', ofSize(4))
  const [file] = await readdir(path.join(root, 'ref'))
  await truncate(path.join(root, 'ref', file!), 1)
  expect(await keptIn(cache, 'a')).toEqual([false])
  await cache.keep('ref', 'a', ofSize(4))
  expect(await keptIn(cache, 'a')).toEqual([true])
})

test('where nothing can be written nothing is kept, and nobody is troubled', async () => {
  await writeFile(path.join(root, 'ref'), 'a file where the folder should be')
  const cache = renditionCache(root, 10)
  await cache.keep('ref', 'a', ofSize(4))
  expect(await keptIn(cache, 'a')).toEqual([false])
})

test('a project that is gone takes its own with it', async () => {
  const cache = renditionCache(root, 100)
  await cache.keep('ref', 'a', ofSize(4))
  await cache.keep('other', 'a', ofSize(4))
  await cache.removeAll('ref')
  expect(await keptIn(cache, 'a')).toEqual([false])
  expect(await cache.find('other', 'a')).toBeDefined()
})
