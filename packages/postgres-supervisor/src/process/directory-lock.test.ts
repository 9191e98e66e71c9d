import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { lockDirectory } from './directory-lock.ts'

test('a held lock names its holder, a released one is free', async () => {
  const path = join(await temporaryDirectory(), 'lock')
  const release = await lockDirectory(path)
  await expect(lockDirectory(path)).rejects.toThrow(`already in use by process ${process.pid}`)
  await release()
  await (await lockDirectory(path))()
})

test('the lock of a process that is gone is taken over, by one of many', async () => {
  const directory = await temporaryDirectory()
  const path = join(directory, 'lock')
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'exit')
  await writeFile(path, `${gone.pid}\n12345 some-boot\n`)
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(path)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(directory)).toEqual(['lock'])
})

test('a living process that was given the number of the dead holder does not hold the lock', async () => {
  const path = join(await temporaryDirectory(), 'lock')
  await writeFile(path, `${process.pid}\nstarted in another boot\n`)
  await (await lockDirectory(path))()
})
