import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { type Ground, newGround, openAppOn } from '../../test/app-fixture.ts'
import { PASSWORD, signInAs } from '../../test/people.ts'

const program = path.resolve(import.meta.dirname, '../../test/dying-server.ts')

async function dieAt(ground: Ground, deed: string, moment: string) {
  const child = spawn(process.execPath, [program, JSON.stringify(ground), deed, moment], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** Processes that name this folder, which every cluster does on its command line. */
const processesOn = ({ root }: Ground) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(root) && !line.startsWith('ps '))

/** What a killed server had begun to write to the disk may take a moment to end; no database may be left. */
const nothingRunsOn = (ground: Ground) =>
  waitFor(() => {
    const left = processesOn(ground)
    if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
    return true
  })

/** Starts the next server on the same ground and tells what became of the project. */
async function afterRestart(ground: Ground) {
  await using fixture = await openAppOn(ground)
  await fixture.lifecycle.markAsleep()
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

test.each([
  'COMING_UP',
  'before exists',
  'before create',
  'after create',
  'before start',
  'after start',
  'before facts',
  'after facts',
  'ACTIVE_HEALTHY',
])(
  'a project whose server is killed at "%s" of its creation comes up with the next server',
  async (moment) => {
    await using ground = await newGround()
    await dieAt(ground, 'create', moment)
    expect(await afterRestart(ground)).toEqual({
      status: 'ACTIVE_HEALTHY',
      answer: [{ one: 1 }],
      exists: true,
    })
    await nothingRunsOn(ground)
  },
)

test.each(['PAUSING', 'before stop', 'after stop', 'INACTIVE'])(
  'a project whose server is killed at "%s" of its pause is paused with the next server',
  async (moment) => {
    await using ground = await newGround()
    await dieAt(ground, 'pause', moment)
    expect(await afterRestart(ground)).toEqual({ status: 'INACTIVE', answer: undefined, exists: true })
    await nothingRunsOn(ground)
  },
)

test.each(['GOING_DOWN', 'before destroy', 'after destroy'])(
  'a project whose server is killed at "%s" of its deletion is gone with the next server',
  async (moment) => {
    await using ground = await newGround()
    await dieAt(ground, 'delete', moment)
    expect(await afterRestart(ground)).toEqual({ status: undefined, answer: undefined, exists: undefined })
    await nothingRunsOn(ground)
  },
)
