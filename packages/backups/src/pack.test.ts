import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { expect, test } from 'vitest'
import { backupKeys } from './backup-keys.ts'
import { packOf } from './pack.ts'

const bytes = randomBytes(9_000_000)

/** A pack, and how often its store was asked. */
async function aPack() {
  const store = memoryBlobStore()
  await store.write(backupKeys('project/archive', 'one').pack, Readable.from([bytes]))
  let reads = 0
  const counting: typeof store = {
    ...store,
    read(key, range) {
      reads += 1
      return store.read(key, range)
    },
  }
  return { pack: packOf(counting, 'project/archive', 'one'), reads: () => reads }
}

async function readAt({ pack }: Pick<Awaited<ReturnType<typeof aPack>>, 'pack'>, at: number, length: number) {
  const pieces: Uint8Array[] = []
  for await (const piece of (await pack.read(at, length))!) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('small files that lie beside each other are read together, and large ones by themselves', async () => {
  const one = await aPack()
  for (let at = 0; at + 9_000 <= 9_000_000; at += 9_000)
    expect((await readAt(one, at, 9_000)).equals(bytes.subarray(at, at + 9_000))).toBe(true)
  // Nine megabytes in windows of four.
  expect(one.reads()).toBe(3)
  expect((await readAt(one, 1_000_000, 600_000)).equals(bytes.subarray(1_000_000, 1_600_000))).toBe(true)
  expect(one.reads()).toBe(4)
})

test('what is cut off is shorter, what is not there is undefined, and a failure is not remembered', async () => {
  const one = await aPack()
  expect(await readAt(one, 8_999_000, 2_000)).toHaveLength(1_000)
  expect(await packOf(memoryBlobStore(), 'project/archive', 'other').read(0, 10)).toBeUndefined()
  const store = memoryBlobStore()
  await store.write(backupKeys('project/archive', 'one').pack, Readable.from([bytes]))
  let isBroken = true
  const pack = packOf(
    {
      ...store,
      read: (key, range) => (isBroken ? Promise.reject(new Error('unplugged')) : store.read(key, range)),
    },
    'project/archive',
    'one',
  )
  await expect(pack.read(0, 10)).rejects.toThrow('unplugged')
  isBroken = false
  expect(await readAt({ pack }, 0, 10)).toHaveLength(10)
})
