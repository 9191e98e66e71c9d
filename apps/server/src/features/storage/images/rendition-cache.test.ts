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
const cachedIn = async (cache: Cache, ...keys: string[]) =>
  (await Promise.all(keys.map((key) => cache.get('ref', key)))).map((bytes) => bytes !== undefined)

test('evicts the least recently used entries when full', async () => {
  const cache = renditionCache(root, 10)
  await cache.put('ref', 'a', ofSize(4))
  await cache.put('ref', 'b', ofSize(4))
  await cache.get('ref', 'a')
  await cache.put('ref', 'c', ofSize(4))
  expect(await cachedIn(cache, 'a', 'b', 'c')).toEqual([true, false, true])
  expect(await readdir(path.join(root, 'ref'))).toHaveLength(2)
})

test('a later process finds the entries and evicts the least recently used', async () => {
  const before = renditionCache(root, 10)
  await before.put('ref', 'a', ofSize(4))
  const [file] = await readdir(path.join(root, 'ref'))
  await before.put('ref', 'b', ofSize(4))
  await utimes(path.join(root, 'ref', file!), 1, 1)
  await writeFile(path.join(root, 'half.new'), 'half')
  const cache = renditionCache(root, 10)
  await cache.put('ref', 'c', ofSize(4))
  expect(await cachedIn(cache, 'a', 'b', 'c')).toEqual([false, true, true])
  expect((await readdir(root)).sort()).toEqual(['ref'])
})

test('an entry larger than the cache is not stored', async () => {
  const cache = renditionCache(root, 10)
  await cache.put('ref', 'a', ofSize(11))
  expect(await cachedIn(cache, 'a')).toEqual([false])
})

test('a removed or truncated file is a cache miss', async () => {
  const cache = renditionCache(root, 100)
  await cache.put('ref', 'a', ofSize(4))
  const [file] = await readdir(path.join(root, 'ref'))
  await truncate(path.join(root, 'ref', file!), 1)
  expect(await cachedIn(cache, 'a')).toEqual([false])
  await cache.put('ref', 'a', ofSize(4))
  expect(await cachedIn(cache, 'a')).toEqual([true])
})

test('a write failure is ignored', async () => {
  await writeFile(path.join(root, 'ref'), 'a file where the folder should be')
  const cache = renditionCache(root, 10)
  await cache.put('ref', 'a', ofSize(4))
  expect(await cachedIn(cache, 'a')).toEqual([false])
})

test('removeAll deletes the entries of one project', async () => {
  const cache = renditionCache(root, 100)
  await cache.put('ref', 'a', ofSize(4))
  await cache.put('other', 'a', ofSize(4))
  await cache.removeAll('ref')
  expect(await cachedIn(cache, 'a')).toEqual([false])
  expect(await cache.get('other', 'a')).toBeDefined()
})
