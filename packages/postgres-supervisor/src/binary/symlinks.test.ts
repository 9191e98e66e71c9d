import { chmod, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { repairSymlinks } from './symlinks.ts'

async function distribution(): Promise<string> {
  const native = join(await temporaryDirectory(), 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return native
}

test('missing links are created, relative so that the folder can be moved', async () => {
  const native = await distribution()
  await repairSymlinks(native)
  expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

test('repairing a complete distribution changes nothing, even twice at once', async () => {
  const native = await distribution()
  await Promise.all([repairSymlinks(native), repairSymlinks(native)])
  await repairSymlinks(native)
  expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

test('a read-only distribution is not changed', async ({ skip }) => {
  skip(isRoot(), 'these tests run as root, which may write everywhere')
  const native = await distribution()
  await chmod(join(native, 'lib'), 0o500)
  await repairSymlinks(native)
  expect(await readdir(join(native, 'lib'))).toEqual(['libpq.so.5.18'])
  await chmod(join(native, 'lib'), 0o700)
})
