import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRepository } from '../repository.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leaked-'))
  const hashes = ['password', '123456'].map((text) => createHash('sha1').update(text).digest('hex'))
  await writeFile(path.join(folder, 'hashes.txt'), `${hashes.join(':7\n')}:3\n`)
  await writeFile(path.join(folder, 'passwords.txt'), 'password\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the command in the folder, as npm does. */
const command = (...args: string[]) =>
  run(process.execPath, [inRepository('apps/server/src/commands/leaked-passwords.ts'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, INIT_CWD: folder },
  })
const refusal = (...args: string[]) =>
  command(...args).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  )

test('an operator makes a list, and is told why another file makes none', async () => {
  const { stdout } = await command('hashes.txt', 'leaked.list')
  expect(stdout.trim()).toBe(`${path.join(folder, 'leaked.list')} has 2 leaked passwords.`)
  expect(await refusal('passwords.txt', 'other.list')).toMatch(/^Line 1 of .*passwords.txt is no SHA-1/)
  expect(await refusal('hashes.txt')).toContain('npm run leaked-passwords -- hashes.txt leaked.list')
})

test('a server with a file that is no list says so in one line, and does not start', async () => {
  const dataDir = newDataDir()
  const metadata = await createThrowawayDatabase()
  try {
    await expect(
      startServer(dataDir, {
        BASALT_METADATA_URL: metadata.url,
        BASALT_LEAKED_PASSWORDS: path.join(folder, 'hashes.txt'),
      }),
    ).rejects.toThrow('BASALT_LEAKED_PASSWORDS cannot be used (It is no list')
  } finally {
    removeDataDir(dataDir)
    await metadata.drop()
  }
})
