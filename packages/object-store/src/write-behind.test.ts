import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { writeBehind } from './write-behind.ts'

/** A file in memory that accepts at most `atOnce` bytes in each call, and `room` bytes in total. */
function fileOf({
  atOnce,
  room = Number.POSITIVE_INFINITY,
  badFlush,
}: {
  atOnce: number
  room?: number
  badFlush?: number
}) {
  const written: Buffer[] = []
  let size = 0
  /** The size of the file at each flush. */
  const flushes: number[] = []
  const datasync = async () => {
    if (flushes.push(size) === badFlush)
      throw Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' })
  }
  const writev = async (batch: Uint8Array[], position: number) => {
    expect(position).toBe(size)
    const taken = Buffer.concat(batch).subarray(0, Math.min(atOnce, room - size))
    if (taken.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    written.push(taken)
    size += taken.length
    return { bytesWritten: taken.length, buffers: batch }
  }
  return {
    handle: { writev, datasync } as unknown as FileHandle,
    bytes: () => Buffer.concat(written),
    flushes,
  }
}

async function* pieces(bytes: Buffer, length: number, end?: Error) {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
  if (end) throw end
}

test.each([
  [3_000_000, 65_536, Number.POSITIVE_INFINITY],
  [3_000_000, 65_536, 100_000],
  [2_097_152, 1_048_576, 1_048_576],
  [10, 3, 4],
  [0, 1, 1],
])('%d bytes in pieces of %d are written when a call takes %d', async (size, length, atOnce) => {
  const bytes = randomBytes(size)
  const file = fileOf({ atOnce })
  expect(await writeBehind(file.handle, pieces(bytes, length), 0)).toBe(size)
  expect(file.bytes().equals(bytes)).toBe(true)
  expect(file.flushes.at(-1)).toBe(size)
})

test('a large file is flushed while it arrives, and reports how far it can be read', async () => {
  const file = fileOf({ atOnce: Number.POSITIVE_INFINITY })
  const ends: number[] = []
  await writeBehind(file.handle, pieces(randomBytes(12_000_000), 65_536), 0, (end) => void ends.push(end))
  expect(file.flushes.length).toBeGreaterThan(2)
  expect(file.flushes[0]).toBeLessThan(6_000_000)
  expect(ends).toEqual([...ends].sort((one, other) => one - other))
  expect(ends.at(-1)).toBe(12_000_000)
})

test('a failed flush is reported even when later ones succeed', async () => {
  const file = fileOf({ atOnce: Number.POSITIVE_INFINITY, badFlush: 1 })
  const written = writeBehind(file.handle, pieces(randomBytes(12_000_000), 65_536), 0)
  await expect(written).rejects.toMatchObject({ code: 'EIO' })
  expect(file.flushes.at(-1)).toBe(12_000_000)
})

test('memory is freed once it is written, unless it is shared', async () => {
  const file = fileOf({ atOnce: Number.POSITIVE_INFINITY })
  const [own, shared] = [new Uint8Array(5).fill(1), new Uint8Array(new ArrayBuffer(8), 0, 4).fill(2)]
  await writeBehind(
    file.handle,
    (async function* () {
      yield own
      yield shared
    })(),
    0,
  )
  expect([...file.bytes()]).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2])
  expect([own.length, shared.length]).toEqual([0, 4])
})

test('bytes before a body broke off are written, and its error is thrown', async () => {
  const bytes = randomBytes(1_500_000)
  const file = fileOf({ atOnce: 400_000 })
  const broken = new Error('the client went away')
  await expect(writeBehind(file.handle, pieces(bytes, 65_536, broken), 0)).rejects.toBe(broken)
  expect(file.bytes().equals(bytes)).toBe(true)
})

test.each([0, 700_000, 1_100_000])('a disk that is full after %d bytes is reported', async (room) => {
  const file = fileOf({ atOnce: 300_000, room })
  await expect(writeBehind(file.handle, pieces(randomBytes(3_000_000), 65_536), 0)).rejects.toMatchObject({
    code: 'ENOSPC',
  })
  expect(file.bytes().length).toBe(room)
})
