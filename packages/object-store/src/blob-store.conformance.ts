import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { freeMemory } from './free-memory.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

async function* pieces(bytes: Uint8Array, length: number) {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

async function keysIn(store: BlobStore, folder: string) {
  const keys: string[] = []
  for await (const { key } of store.list(folder)) keys.push(key)
  return keys.sort()
}

/** The tests that every blob store has to pass, on a store that other tests may be using. */
export const blobStoreConformance = (name: string, open: () => Promise<BlobStore>) =>
  describe(`blobs in ${name}`, () => {
    const folder = () => `project-${randomUUID()}`

    test('a blob is read back as it was written, with its size and MD5', async () => {
      const store = await open()
      const bytes = randomBytes(300_000)
      const key = `${folder()}/blob`
      expect(await store.writeHashed(key, pieces(bytes, 65_536))).toEqual({ size: 300_000, md5: md5(bytes) })
      expect(await store.write(`${key}-plain`, pieces(bytes, 65_536))).toEqual({ size: 300_000 })
      expect((await buffer((await store.read(`${key}-plain`))!)).equals(bytes)).toBe(true)
      expect((await buffer((await store.read(key))!)).equals(bytes)).toBe(true)
    })

    test('a blob of several megabytes is read back as it was written', async () => {
      const store = await open()
      const bytes = randomBytes(3_000_001)
      const key = `${folder()}/blob`
      expect(await store.writeHashed(key, pieces(bytes, 65_536))).toEqual({
        size: 3_000_001,
        md5: md5(bytes),
      })
      expect((await buffer((await store.read(key))!)).equals(bytes)).toBe(true)
    })

    test('a reader that frees its pieces does not affect the next one', async () => {
      const store = await open()
      const key = `${folder()}/blob`
      await store.write(key, pieces(randomBytes(100_000), 65_536))
      for await (const piece of (await store.read(key))!) freeMemory(piece)
      expect((await buffer((await store.read(key))!)).length).toBe(100_000)
    })

    test('an empty blob can be stored', async () => {
      const store = await open()
      const key = `${folder()}/blob`
      expect(await store.writeHashed(key, pieces(new Uint8Array(), 1))).toEqual({
        size: 0,
        md5: md5(Buffer.alloc(0)),
      })
      expect((await buffer((await store.read(key))!)).length).toBe(0)
    })

    test('a range includes both ends', async () => {
      const store = await open()
      const key = `${folder()}/blob`
      await store.write(key, Readable.from([Buffer.from('0123456789')]))
      expect(await text((await store.read(key, { start: 3, end: 5 }))!)).toBe('345')
      expect(await text((await store.read(key, { start: 9, end: 9 }))!)).toBe('9')
    })

    test('a missing blob reads as undefined, and removing it does nothing', async () => {
      const store = await open()
      const key = `${folder()}/blob`
      expect(await store.read(key)).toBeUndefined()
      await store.remove(key)
    })

    test('a removed blob is gone', async () => {
      const store = await open()
      const key = `${folder()}/blob`
      await store.write(key, Readable.from([Buffer.from('a')]))
      await store.remove(key)
      expect(await store.read(key)).toBeUndefined()
    })

    test('a body that breaks off leaves nothing, and its error is thrown', async () => {
      const store = await open()
      const home = folder()
      async function* breaking() {
        yield Buffer.alloc(100_000)
        throw new Error('the client went away')
      }
      await expect(store.write(`${home}/blob`, breaking())).rejects.toThrow('the client went away')
      expect(await keysIn(store, home)).toEqual([])
      expect(await store.read(`${home}/blob`)).toBeUndefined()
    })

    test('a listing contains exactly the blobs of its folder', async () => {
      const store = await open()
      const home = folder()
      for (const key of [`${home}/one`, `${home}/two`, `${home}-other/three`])
        await store.write(key, Readable.from([Buffer.from('a')]))
      expect(await keysIn(store, home)).toEqual([`${home}/one`, `${home}/two`])
      expect(await keysIn(store, folder())).toEqual([])
    })

    test('adopting a local file stores it, can be repeated, and leaves the file in place', async () => {
      const store = await open()
      const local = await mkdtemp(path.join(os.tmpdir(), 'basalt-blob-'))
      const file = path.join(local, 'upload')
      await writeFile(file, 'taken in')
      const key = `${folder()}/blob`
      await store.adopt(key, file)
      await store.adopt(key, file)
      expect(await readFile(file, 'utf8')).toBe('taken in')
      await rm(local, { recursive: true })
      expect(await text((await store.read(key))!)).toBe('taken in')
    })

    test.each(['../secret/x', '/etc/passwd', 'a', 'a/../b', 'a/b.c', ''])('%j is not a key', async (key) => {
      const store = await open()
      await expect(store.write(key, Readable.from([Buffer.from('a')]))).rejects.toThrow('is not a key')
    })
  })
