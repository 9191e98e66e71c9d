import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('a program that does nothing else goes on after the last process was closed', async () => {
  const program = `
    import { queryProcesses } from ${JSON.stringify(new URL('./query-processes.ts', import.meta.url).href)}
    const processes = queryProcesses()
    await processes.run({ kind: 'trusted', sql: 'select 1', params: [] })
    await processes.close()
    console.log('went on')`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('went on\n')
})
