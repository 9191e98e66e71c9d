import { link, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { shrinkLargeFiles } from './shrink-large-files.ts'

const MB = 1024 * 1024

async function aFile(path: string, bytes: number): Promise<string> {
  await writeFile(path, '')
  await truncate(path, bytes)
  return path
}

const sizeOf = async (path: string) => (await stat(path)).size

test('what is large in a folder becomes small, but no file that has another name', async () => {
  const folder = await temporaryDirectory()
  const outside = await temporaryDirectory()
  const large = await aFile(join(folder, 'with\nlines'), 50 * MB + 1)
  const small = await aFile(join(folder, 'small'), 3 * MB)
  const [linked, pointed] = [
    await aFile(join(outside, 'linked'), 50 * MB),
    await aFile(join(outside, 'pointed'), 50 * MB),
  ]
  await link(linked, join(folder, 'linked'))
  await symlink(pointed, join(folder, 'pointed'))
  await shrinkLargeFiles(folder)
  expect(await sizeOf(large)).toBeLessThanOrEqual(16 * MB)
  expect(await sizeOf(small)).toBe(3 * MB)
  expect(await sizeOf(linked)).toBe(50 * MB)
  expect(await sizeOf(pointed)).toBe(50 * MB)
})

test('a folder that is gone has no large files', async () => {
  await expect(shrinkLargeFiles(join(await temporaryDirectory(), 'gone'))).resolves.toBeUndefined()
})
