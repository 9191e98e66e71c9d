import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect } from 'vitest'
import { type Ground, openAppOn } from './app-fixture.ts'
import { PASSWORD, signInAs } from './people.ts'

const program = path.resolve(import.meta.dirname, 'dying-server.ts')

/** Runs a server until it is killed at this moment of a project's creation, pause or deletion. */
export async function dieAt(ground: Ground, deed: string, moment: string) {
  const child = spawn(process.execPath, [program, JSON.stringify(ground), deed, moment], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** Processes that name this folder, which every cluster does on its command line. */
const processesOn = ({ root }: Ground) => commandLines().filter((line) => line.includes(root))

/** The processes of this machine. A small Linux has no `ps`, but always /proc. */
function commandLines() {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => !line.startsWith('ps '))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readCommandLine(pid).replaceAll('\0', ' '))
}

function readCommandLine(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended between the two calls.
    return ''
  }
}

/** What a killed server had begun to write to the disk may take a moment to end; no database may be left. */
export const nothingRunsOn = (ground: Ground) =>
  waitFor(() => {
    const left = processesOn(ground)
    if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
    return true
  })

/** Starts the next server on the same ground and tells what became of the project. */
export async function afterRestart(ground: Ground) {
  await using fixture = await openAppOn(ground)
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
