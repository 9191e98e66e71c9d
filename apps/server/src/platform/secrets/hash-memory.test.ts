import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const HASH_MEGABYTES = 19

const launch: { environment: Record<string, string> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../launch.json'), 'utf8'),
)

/** Hashes eight passwords at a time, as people sign in, and prints by how many bytes the process has grown. */
const PROGRAM = `
  import { hashPassword } from ${JSON.stringify(path.join(import.meta.dirname, 'passwords.ts'))}
  const before = process.memoryUsage.rss()
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 8 }, () => hashPassword('correct horse')))
  console.log(process.memoryUsage.rss() - before)`

const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
  .header

test('a server that is started as by npm start gives the memory of password hashes back', async ({
  skip,
}) => {
  skip(glibcVersionRuntime === undefined, 'Only the GNU C library can be told so')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, ...launch.environment },
  })
  expect(Number(stdout) / 1024 / 1024).toBeLessThan(HASH_MEGABYTES)
})
