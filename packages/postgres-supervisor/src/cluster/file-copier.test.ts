import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ext4Disk, NO_EXT4_DISK } from '@basalt/testing/disk-in-a-file.ts'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { startFileCopier } from './file-copier.ts'

const MB = 1024 * 1024
const everything = { leftOut: /^$/, leftOutPaths: new Set<string>(), emptied: new Set<string>() }

test.each([
  { changes: [] },
  { changes: ['gentle'] },
  { changes: ['full'] },
  { changes: ['gentle', 'full', 'gentle'] },
] as const)('a copy that changes its pace to $changes has all bytes', async ({ changes }) => {
  const folder = await temporaryDirectory()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await mkdir(join(from, 'within'), { recursive: true })
  const contents = {
    'within/large': randomBytes(27 * MB + 17),
    'within/empty': Buffer.alloc(0),
    whole: randomBytes(MB),
    small: randomBytes(100),
  }
  for (const [path, bytes] of Object.entries(contents)) await writeFile(join(from, path), bytes)
  const reported: number[] = []
  await using copier = startFileCopier()
  await copier.copy(
    { from, to, owner: undefined, isSynced: true, ...everything },
    {
      signal: new AbortController().signal,
      pace: 'in-advance',
      onProgress({ copiedBytes, totalBytes }) {
        const pace = changes[reported.length]
        if (pace) copier.setPace(pace)
        reported.push(copiedBytes / totalBytes)
      },
    },
  )
  for (const [path, bytes] of Object.entries(contents))
    expect((await readFile(join(to, path))).equals(bytes)).toBe(true)
  expect(reported).toEqual(reported.toSorted((one, other) => one - other))
  expect(reported.at(-1)).toBe(1)
})

test('a link that is put in the place of a file after it was found is not followed', async () => {
  const folder = await temporaryDirectory()
  const [from, to, foreign] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'foreign')]
  await mkdir(from)
  for (const path of [join(from, 'own'), foreign]) await writeFile(path, path)
  await using copier = startFileCopier()
  const copied = copier.copy(
    { from, to, owner: undefined, isSynced: true, ...everything },
    {
      signal: new AbortController().signal,
      pace: 'full',
      async mayCopy() {
        await rm(join(from, 'own'))
        await symlink(foreign, join(from, 'own'))
      },
    },
  )
  await expect(copied).rejects.toMatchObject({ code: 'not_ready' })
  await expect(readFile(join(to, 'own'))).rejects.toMatchObject({ code: 'ENOENT' })
})

const DISK_BYTES = 256 * MB

/** How many of the files in a folder of ext4 have bytes that are in memory only, without a place on the disk. */
async function countUnplaced(folder: string): Promise<number> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const { stdout } = await promisify(execFile)('filefrag', ['-v', ...paths])
  return stdout.split('File size of ').filter((file) => file.includes('delalloc')).length
}

test('a gentle copy leaves little to write for the sync at its end, also of small files', async ({
  skip,
}) => {
  await using disk = await ext4Disk(DISK_BYTES)
  if (!disk) return skip(NO_EXT4_DISK)
  const [from, to] = [join(disk.path, 'from'), join(disk.path, 'to')]
  await mkdir(from)
  for (let count = 0; count < 50; count++) await writeFile(join(from, `small ${count}`), randomBytes(20_000))
  await writeFile(join(from, 'large'), randomBytes(10 * MB + 17))
  await using copier = startFileCopier()
  await copier.copy(
    { from, to, owner: undefined, isSynced: true, ...everything },
    { signal: new AbortController().signal, pace: 'gentle' },
  )
  expect(await countUnplaced(to)).toBe(0)
})
