import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const hangup = path.join(import.meta.dirname, 'hangup.mjs')
const printIt = `import(${JSON.stringify(hangup)}).then(({ isInBackground }) => console.log(String(isInBackground())))`

test('a program detects whether it runs in the background of a terminal, as with &', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only detected on Linux')
  const hasTerminal = await run('script', ['--version']).then(
    () => true,
    () => false,
  )
  skip(!hasTerminal, 'script, which provides a terminal, is not installed')
  const program = `'${process.execPath}' -e '${printIt}'`
  const inTerminal = async (command: string) => {
    const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
      env: { ...process.env, SHELL: '/bin/bash', NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    return stdout.split('\r\n')[0]
  }
  expect(await inTerminal(`set -m; ${program}`)).toBe('false')
  expect(await inTerminal(`set -m; ${program} & wait`)).toBe('true')
})
