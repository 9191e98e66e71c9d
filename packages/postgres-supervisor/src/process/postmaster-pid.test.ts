import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { isPostmasterOf, readPostmasterPid } from './postmaster-pid.ts'

async function directoryWith(content: string): Promise<string> {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'postmaster.pid'), content)
  return directory
}

test('a ready server’s lock file names its process, port and start', async () => {
  const directory = await directoryWith(
    '4711\n/srv/data\n1767323045\n54400\n/srv/socket\n127.0.0.1\n  5432  7\nready   \n',
  )
  expect(await readPostmasterPid(directory)).toEqual({
    pid: 4711,
    startedAt: new Date('2026-01-02T03:04:05Z'),
    port: 54400,
    status: 'ready',
  })
})

test.each(['', 'nonsense\n', '-1\n', '1\n'])(
  'a lock file with the content %j names no server',
  async (content) => {
    expect(await readPostmasterPid(await directoryWith(content))).toBeUndefined()
  },
)

test('a missing lock file names no server', async () => {
  expect(await readPostmasterPid(await temporaryDirectory())).toBeUndefined()
})

test('a process is the server of a cluster only if it was started for exactly that directory', async () => {
  const script = 'process.stdout.write("up"); setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['-e', script, '--', '-D', '/srv/one'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(await isPostmasterOf('/srv/one', child.pid!)).toBe(true)
  expect(await isPostmasterOf('/srv/on', child.pid!)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await isPostmasterOf('/srv/one', child.pid!)).toBe(false)
})
