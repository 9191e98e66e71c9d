import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { blobStoreConformance } from './blob-store.conformance.ts'
import type { BlobStore } from './blob-store.ts'
import { memoryBlobStore } from './memory-blob-store.ts'
import { sealedBlobStore } from './sealed-blob-store.ts'

const key = randomBytes(32)
const conformed = sealedBlobStore(memoryBlobStore(), { key, isSealing: true })
blobStoreConformance('sealed memory', async () => conformed)

const CHUNK = 64 * 1024
const put = (store: BlobStore, name: string, bytes: Uint8Array) => store.write(name, Readable.from([bytes]))
const get = async (store: BlobStore, name: string, range?: { start: number; end: number }) =>
  buffer((await store.read(name, range))!)

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  'a blob of %i bytes is read back whole and in parts, and its bytes are not in the store',
  async (size) => {
    const inner = memoryBlobStore()
    const store = sealedBlobStore(inner, { key, isSealing: true })
    const bytes = randomBytes(size)
    await put(store, 'project/blob', bytes)
    expect((await get(store, 'project/blob')).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [0, size - 1],
      [CHUNK - 1, CHUNK],
      [size - 1, size - 1],
    ] as const)
      if (start >= 0 && end >= start && end < size)
        expect(
          (await get(store, 'project/blob', { start, end })).equals(bytes.subarray(start, end + 1)),
        ).toBe(true)
    const stored = await get(inner, 'project/blob_sealed')
    if (size > 16) expect(stored.includes(bytes.subarray(0, 16))).toBe(false)
  },
)

test('what was changed, cut off, extended, swapped or sealed with another key is refused', async () => {
  const inner = memoryBlobStore()
  const store = sealedBlobStore(inner, { key, isSealing: true })
  await put(store, 'project/blob', Buffer.alloc(2 * CHUNK, 'a'))
  const stored = await get(inner, 'project/blob_sealed')
  const refuses = async (bytes: Uint8Array, name = 'project/blob') => {
    await put(inner, `${name}_sealed`, bytes)
    await expect(get(store, name)).rejects.toThrow('was changed')
  }
  const changed = Buffer.from(stored)
  changed[CHUNK] = changed[CHUNK]! ^ 1
  await refuses(changed)
  await refuses(stored.subarray(0, 16 + CHUNK + 16))
  await refuses(stored.subarray(0, 10))
  await refuses(Buffer.concat([stored, stored.subarray(16)]))
  await refuses(stored, 'project/other')
  await put(inner, 'project/blob_sealed', stored)
  const other = sealedBlobStore(inner, { key: randomBytes(32), isSealing: true })
  await expect(get(other, 'project/blob')).rejects.toThrow('sealed with another key')
  await expect(get(other, 'project/blob', { start: 5, end: 9 })).rejects.toThrow('sealed with another key')
})

test('blobs from before are read once sealing is switched on or off, and listed once', async () => {
  const inner = memoryBlobStore()
  const on = sealedBlobStore(inner, { key, isSealing: true, isPlain: (name) => name.endsWith('_open') })
  const off = sealedBlobStore(inner, { key, isSealing: false })
  await put(off, 'project/before', Buffer.from('plain'))
  await put(on, 'project/after', Buffer.from('sealed'))
  await put(on, 'project/list_open', Buffer.from('for everyone'))
  expect(await text((await inner.read('project/list_open'))!)).toBe('for everyone')
  for (const store of [on, off]) {
    expect(String(await get(store, 'project/before'))).toBe('plain')
    expect(String(await get(store, 'project/after'))).toBe('sealed')
    expect(String(await get(store, 'project/list_open'))).toBe('for everyone')
    expect(await store.read('project/never')).toBeUndefined()
  }
  await put(on, 'project/before', Buffer.from('again'))
  expect(String(await get(on, 'project/before'))).toBe('again')
  const keys: string[] = []
  for await (const { key: listed } of on.list('project')) keys.push(listed)
  expect(keys.sort()).toEqual(['project/after', 'project/before', 'project/list_open'])
  await on.remove('project/before')
  expect([await on.read('project/before'), await off.read('project/before')]).toEqual([undefined, undefined])
})
