import path from 'node:path'
import {
  createProject,
  deleteProject,
  getProject,
  pauseProject,
  restartProject,
  restoreProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { can, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { postgresProcessesIn } from '@basalt/postgres-supervisor/process/working-directories.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { type OwnMetadata, startOwnMetadata } from '../../test/own-metadata.ts'
import { anOrganization, type Person, signUp } from '../../test/people.ts'

/** The result that an accepted command promises. */
type Promised = 'ACTIVE_HEALTHY' | 'INACTIVE' | 'deleted'

/** The expected state of a project: several while it is unknown whether the last command arrived. */
interface Expected {
  ref: string
  possible: Set<Promised>
}

const SEEDS = sampleOf([11, 29, 53], 1)
const STEPS = 14
const WATCH_INTERVAL_MS = 100

let metadata: OwnMetadata
let base: Awaited<ReturnType<typeof newBase>>
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let organization: { slug: string }
beforeAll(async () => {
  metadata = await startOwnMetadata()
  base = await newBase()
  fixture = await openAppOn(
    { ...base, databaseUrl: metadata.url },
    {
      metadataTimeoutMs: 300,
      watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS },
    },
  )
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  fixture.watch.start()
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
  await metadata[Symbol.asyncDispose]()
})

const commands = {
  pause: { endpoint: pauseProject, promises: 'INACTIVE' },
  restore: { endpoint: restoreProject, promises: 'ACTIVE_HEALTHY' },
  restart: { endpoint: restartProject, promises: 'ACTIVE_HEALTHY' },
  delete: { endpoint: deleteProject, promises: 'deleted' },
} as const

const processesOf = (ref: string) =>
  postgresProcessesIn(path.join(base.root, 'instances', 'instances', ref, 'data'))

/** Sends a signal to all processes of a project's database. */
async function send(name: NodeJS.Signals, ref: string) {
  for (const pid of await processesOf(ref)) signal(pid, name)
}

/** A refused command changed nothing; one without an answer may have. */
async function command(project: Expected, name: keyof typeof commands) {
  const { endpoint, promises } = commands[name]
  const { status } = await owner.call(endpoint, { params: { ref: project.ref } })
  if (status < 300) project.possible = new Set([promises])
  else if (status >= 500) project.possible.add(promises)
}

async function isAsPromised({ ref, possible }: Expected) {
  const { status, body } = await owner.call(getProject, { params: { ref } })
  const found = status === 404 ? 'deleted' : body.status
  if (!possible.has(found as Promised))
    throw new Error(`${ref} is ${found} (${body.failure}), promised was ${[...possible].join(' or ')}`)
  // The status must match the actual state.
  if (found === 'ACTIVE_HEALTHY') {
    const answer = await owner.call(runQuery, { params: { ref }, body: { query: 'select 1 as one' } })
    expect(answer.body).toEqual([{ one: 1 }])
  } else expect(await processesOf(ref)).toEqual([])
  return true
}

/** Picks only commands that the dashboard would offer. */
const offered = (status: ProjectStatus) =>
  (['pause', 'restore', 'restart', 'delete'] as const).filter((name) => can(name, status))

test.each(SEEDS)(
  'history %i: after the metadata database is back, every project is as its last accepted command promised',
  { timeout: 240_000 },
  async (seed) => {
    const random = randomOf(seed)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!
    const projects: Expected[] = []
    let outageKind: 'stopped' | 'frozen' | undefined
    const bringBack = async () => {
      if (outageKind === 'stopped') await metadata.start()
      if (outageKind === 'frozen') await metadata.thaw()
      outageKind = undefined
    }
    const create = async () => {
      const body = { organization_slug: organization.slug, name: `model ${seed}` }
      const created = await owner.call(createProject, { body })
      if (created.status === 201)
        projects.push({ ref: created.body.ref, possible: new Set(['ACTIVE_HEALTHY']) })
    }
    const steps = {
      create,
      async command() {
        const project = pick(projects)
        const { status, body } = await owner.call(getProject, { params: { ref: project.ref } })
        const names = status === 200 ? offered(body.status) : (Object.keys(commands) as never)
        if (names.length > 0) await command(project, pick(names))
      },
      async outage() {
        // An outage begins at any moment and lasts a few steps.
        if (outageKind) return bringBack()
        outageKind = pick(['stopped', 'frozen'])
        await (outageKind === 'stopped' ? metadata.stop() : metadata.freeze())
      },
      kill: () => send('SIGKILL', pick(projects).ref),
      freeze: () => send('SIGSTOP', pick(projects).ref),
      thaw: () => send('SIGCONT', pick(projects).ref),
    }
    await create()
    await create()
    for (let step = 0; step < STEPS; step += 1)
      await steps[
        pick([
          'command',
          'command',
          'command',
          'outage',
          'outage',
          'kill',
          'freeze',
          'thaw',
          'create',
        ] as const)
      ]()
    await bringBack()
    for (const { ref } of projects) await send('SIGCONT', ref)
    await Promise.all(projects.map((project) => waitFor(() => isAsPromised(project), { timeoutMs: 200_000 })))
  },
)
