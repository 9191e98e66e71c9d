import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { writeBehind } from './write-behind.ts'

/** A file in memory whose system call takes at most so many bytes at a time, and only so many in all. */
function fileOf({ atOnce, room = Number.POSITIVE_INFINITY }: { atOnce: number; room?: number }) {
  const written: Buffer[] = []
  let size = 0
  const writev = async (batch: Uint8Array[], position: number) => {
    expect(position).toBe(size)
    const taken = Buffer.concat(batch).subarray(0, Math.min(atOnce, room - size))
    if (taken.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    written.push(taken)
    size += taken.length
    return { bytesWritten: taken.length, buffers: batch }
  }
  return { handle: { writev } as unknown as FileHandle, bytes: () => Buffer.concat(written) }
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
])('%d bytes in pieces of %d arrive, where %d are written at once', async (size, length, atOnce) => {
  const bytes = randomBytes(size)
  const file = fileOf({ atOnce })
  await writeBehind(file.handle, pieces(bytes, length), 0)
  expect(file.bytes().equals(bytes)).toBe(true)
})

test('what came before a body broke off is written, and its error is told', async () => {
  const bytes = randomBytes(1_500_000)
  const file = fileOf({ atOnce: 400_000 })
  const broken = new Error('the client went away')
  await expect(writeBehind(file.handle, pieces(bytes, 65_536, broken), 0)).rejects.toBe(broken)
  expect(file.bytes().equals(bytes)).toBe(true)
})

test.each([0, 700_000, 1_100_000])('a disk that is full after %d bytes is told of', async (room) => {
  const file = fileOf({ atOnce: 300_000, room })
  await expect(writeBehind(file.handle, pieces(randomBytes(3_000_000), 65_536), 0)).rejects.toMatchObject({
    code: 'ENOSPC',
  })
  expect(file.bytes().length).toBe(room)
})
