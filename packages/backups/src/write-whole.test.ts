import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { expect, test } from 'vitest'
import { writeWhole } from './write-whole.ts'

test('what a disk that gets full takes only a part of is a failure, and is written whole once there is room', async ({
  skip,
}) => {
  await using disk = await smallDisk('64k')
  if (!disk) return skip(NO_SMALL_DISK)
  const path = join(disk.path, 'log')
  const bytes = Buffer.alloc(40_000, 'x')
  const file = await open(path, 'wx')
  try {
    await writeWhole(file, bytes, 0)
    await expect(writeWhole(file, bytes, bytes.length)).rejects.toMatchObject({ code: 'ENOSPC' })
    await file.truncate(0)
    await writeWhole(file, bytes, 10)
  } finally {
    await file.close()
  }
  expect((await readFile(path)).equals(Buffer.concat([Buffer.alloc(10), bytes]))).toBe(true)
})
