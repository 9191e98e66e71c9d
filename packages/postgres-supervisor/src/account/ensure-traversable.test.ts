import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { isRoot } from './account.ts'
import { ensureTraversable } from './ensure-traversable.ts'

test('a missing data directory is created', async () => {
  const directory = join(await temporaryDirectory(), 'new', 'data')
  await ensureTraversable(directory)
  expect((await stat(directory)).isDirectory()).toBe(true)
})

test('a file in its place is reported', async () => {
  const file = join(await temporaryDirectory(), 'file')
  await writeFile(file, '')
  await expect(ensureTraversable(file)).rejects.toMatchObject({ code: 'data_dir_unwritable' })
})

test('as root, an inaccessible parent directory is reported with the command that fixes it', async ({
  skip,
}) => {
  skip(!isRoot(), 'these tests do not run as root')
  const closed = join(await temporaryDirectory(), 'closed')
  await mkdir(closed, { mode: 0o700 })
  await expect(ensureTraversable(join(closed, 'data'))).rejects.toMatchObject({
    code: 'data_dir_unwritable',
    message: expect.stringContaining(`Run "chmod o+x ${closed}"`),
  })
  await chmod(closed, 0o701)
  await ensureTraversable(join(closed, 'data'))
})

test('a directory that belongs to another user is reported', async ({ skip }) => {
  skip(isRoot(), 'these tests run as root, which may write everywhere')
  const directory = join(await temporaryDirectory(), 'read-only')
  await mkdir(directory, { mode: 0o500 })
  await expect(ensureTraversable(join(directory, 'data'))).rejects.toMatchObject({
    code: 'data_dir_unwritable',
    message: expect.stringContaining('permission denied'),
  })
})
