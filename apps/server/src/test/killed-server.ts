import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect } from 'vitest'
import { openAppOn, type TestBase } from './app-fixture.ts'
import { PASSWORD, signInAs } from './people.ts'

const program = path.resolve(import.meta.dirname, 'dying-server.ts')

/** Runs a server that is killed at this moment of a project's creation, pause or deletion. */
export async function dieAt(base: TestBase, action: string, moment: string) {
  const child = spawn(process.execPath, [program, JSON.stringify(base), action, moment], {
    stdio: 'inherit',
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** Processes with this folder on their command line, which every cluster has. */
const processesOn = ({ root }: TestBase) => runningProcesses().filter(({ args }) => args.includes(root))

/** Waits until no database is left. A killed server's last writes may take a moment. */
export const nothingRunsOn = (base: TestBase) =>
  waitFor(() => {
    const left = processesOn(base)
    if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
    return true
  })

/** Starts the next server on the same resources and returns the state of the project. */
export async function afterRestart(base: TestBase) {
  await using fixture = await openAppOn(base)
  await fixture.lifecycle.markStopped()
  await fixture.lifecycle.resume()
  const owner = await signInAs(fixture, 'owner@example.com', PASSWORD)
  const [project] = (await owner.call(listProjects)).body
  const answer =
    project?.status === 'ACTIVE_HEALTHY'
      ? (await owner.call(runQuery, { params: { ref: project.ref }, body: { query: 'select 1 as one' } }))
          .body
      : undefined
  return { status: project?.status, answer, exists: project && (await fixture.engine.exists(project.ref)) }
}
