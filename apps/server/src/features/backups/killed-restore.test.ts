import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { PASSWORD, reaches, signInAs } from '../../test/people.ts'

const PROGRAM = fileURLToPath(new URL('./dying-restore.fixture.ts', import.meta.url))

async function dieAt(base: TestBase, action: 'restore' | 'undo', moment: string) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(base), action, moment], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput += chunk
  })
  const [, signal] = await once(child, 'close')
  expect(signal, errorOutput).toBe('SIGKILL')
}

test.each([
  ['restore', 'after restore', 'RESTORED', [1]],
  ['restore', 'before exchangeData', 'RESTORED', [1]],
  ['restore', 'after exchangeData', 'RESTORED', [1]],
  ['undo', 'after exchangeData', 'UNDONE', [1, 2]],
  ['undo', 'after destroy', 'UNDONE', [1, 2]],
] as const)(
  'a server that is killed during %s, %s, is followed by one that finishes it: %s',
  async (action, moment, status, rows) => {
    await using base = await newBase()
    await dieAt(base, action, moment)
    await using next = await openAppOn(base)
    const owner = await signInAs(next, 'owner@example.com', PASSWORD)
    await next.lifecycle.markStopped()
    const resumed = next.lifecycle.resume()
    next.startFeatures(resumed)
    await resumed
    const [project] = (await owner.call(listProjects)).body
    const params = { ref: project!.ref }
    await waitFor(async () => (await owner.call(listBackups, { params })).body.restore?.status === status)
    await reaches(owner, project!.ref, 'ACTIVE_HEALTHY')
    const { body } = await owner.call(runQuery, { params, body: { query: 'select n from kept order by n' } })
    expect(body).toEqual(rows.map((n) => ({ n })))
  },
)
