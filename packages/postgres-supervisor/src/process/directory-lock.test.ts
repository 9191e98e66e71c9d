import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { lockDirectory } from './directory-lock.ts'

const newLock = async () => join(await temporaryDirectory(), 'lock')

/** Another process that holds the lock until it is killed. */
async function otherHolder(path: string) {
  const module = fileURLToPath(new URL('directory-lock.ts', import.meta.url))
  const program = `const { lockDirectory } = await import(${JSON.stringify(module)})
    await lockDirectory(${JSON.stringify(path)})
    console.log('held')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a held lock names its holder, and a released one can be taken', async () => {
  const path = await newLock()
  const release = await lockDirectory(path)
  await expect(lockDirectory(path)).rejects.toThrow(`already in use by process ${process.pid}`)
  release()
  ;(await lockDirectory(path))()
})

test('the lock of a killed process is free at once, and only one of many takes it', async () => {
  const path = await newLock()
  const other = await otherHolder(path)
  await expect(lockDirectory(path)).rejects.toThrow(`already in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(path)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a process that only has the process id of the dead holder does not hold the lock', async () => {
  const path = await newLock()
  await writeFile(`${path}.pid`, `${process.pid}\n`)
  ;(await lockDirectory(path))()
})

test('a file that cannot be locked is reported with what to do', async () => {
  const path = await newLock()
  await writeFile(
    path,
    'something else, and long enough to be read as the header of a database file. '.repeat(3),
  )
  await expect(lockDirectory(path)).rejects.toThrow(`${path} cannot be locked`)
})
