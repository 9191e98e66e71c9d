import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../process/run.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { openPostgresBinary } from './postgres-binary.ts'
import { copyToRuntime } from './runtime-copy.ts'

test('the installed distribution is used in place when it runs there', async () => {
  const runtime = join(await temporaryDirectory(), 'runtime')
  const { version, postgres, initdb } = await openPostgresBinary(undefined, runtime)
  expect(version).toMatch(/^18\.\d+$/)
  expect(await run(postgres, ['--version'])).toContain(version)
  expect(await run(initdb, ['--version'])).toContain(version)
  await expect(lstat(runtime)).rejects.toThrow('ENOENT')
})

test('a copy is readable by everyone, whatever the modes of the original, and is made once', async () => {
  const directory = await temporaryDirectory()
  const { postgres } = await openPostgresBinary(undefined, directory)
  const original = join(directory, 'original')
  await mkdir(original)
  await run('cp', ['-a', join(postgres, '../..'), original])
  const strict = join(original, 'native')
  await run('chmod', ['-R', 'go-rwx', strict])
  const destination = join(directory, 'runtime', 'build')
  const copy = await copyToRuntime(strict, destination)
  expect(((await lstat(join(copy, 'bin/postgres'))).mode & 0o777).toString(8)).toBe('755')
  expect(await run(join(copy, 'bin/postgres'), ['--version'])).toContain('18.')
  await chmod(original, 0o000)
  expect(await copyToRuntime(strict, destination)).toBe(copy)
  await chmod(original, 0o700)
  expect(await readdir(join(directory, 'runtime'))).toEqual(['build'])
})
