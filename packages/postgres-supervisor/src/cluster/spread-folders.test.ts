import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ext4Disk, NO_EXT4_DISK } from '@basalt/testing/disk-in-a-file.ts'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { spreadFolders } from './spread-folders.ts'

/** Large enough for several groups of inodes, of which ext4 makes one for each 128 MiB. */
const DISK_BYTES = 2 * 1024 ** 3
/** More than one group has on a disk of that size. */
const INODES_OF_GROUP = 8_192

/** In how many groups of inodes the folders that are made in this one are. */
async function groupsOf(folder: string) {
  const groups = new Set<number>()
  for (const name of 'abcdefgh') {
    await mkdir(join(folder, name))
    groups.add(Math.floor(((await stat(join(folder, name))).ino - 1) / INODES_OF_GROUP))
  }
  return groups.size
}

test('folders are spread over the disk where the file system can', async ({ skip }) => {
  await using disk = await ext4Disk(DISK_BYTES)
  if (!disk) return skip(NO_EXT4_DISK)
  const [usual, spread] = [join(disk.path, 'usual'), join(disk.path, 'spread')]
  for (const folder of [usual, spread]) await mkdir(folder)
  expect(await spreadFolders(spread)).toBe(true)
  expect(await groupsOf(usual)).toBe(1)
  expect(await groupsOf(spread)).toBeGreaterThan(3)
})

test('a file system that cannot is left as it is', async () => {
  expect(await spreadFolders(join(await temporaryDirectory(), 'missing'))).toBe(false)
})
