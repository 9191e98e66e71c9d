import {
  createProject,
  deleteProject,
  getProject,
  pauseProject,
  restartProject,
  restoreProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetadataDiskFull, MetadataUnavailable } from '../../platform/metadata/metadata-errors.ts'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

const WATCH_INTERVAL_MS = 50

/**
 * How the metadata database fails: before a statement arrives, after it ran but before its answer, or because its disk is
 * full.
 */
type Loss = 'request' | 'answer' | 'room'

const unavailable = () => new MetadataUnavailable('closed the connection')
const full = () => new MetadataDiskFull(new Error('No space left on device'))
const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** Makes the nth write to the table of projects fail. */
function losingWrites() {
  let left: number | undefined
  let loss: Loss = 'request'
  const losing = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (left === undefined || !writes.has(node.kind)) return node
      if (!JSON.stringify(node).includes('"projects"')) return node
      if (--left > 0) return node
      left = undefined
      if (loss === 'request') throw unavailable()
      if (loss === 'room') throw full()
      losing.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (losing.has(queryId)) throw unavailable()
      return result
    },
  }
  return {
    plugin,
    lose(nth: number, what: Loss) {
      left = nth
      loss = what
    },
    /** Whether there was an nth write at all. */
    disarm() {
      const wasLost = left === undefined
      left = undefined
      return wasLost
    },
  }
}

const lossy = losingWrites()
let base: Awaited<ReturnType<typeof newBase>>
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let organization: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base, {
    wrapMetadata: (metadata) => metadata.withPlugin(lossy.plugin),
    watchTimes: { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: WATCH_INTERVAL_MS },
  })
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  fixture.watch.start()
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const deeds = [
  { name: 'pause', endpoint: pauseProject, from: 'ACTIVE_HEALTHY', to: 'INACTIVE' },
  { name: 'restore', endpoint: restoreProject, from: 'INACTIVE', to: 'ACTIVE_HEALTHY' },
  { name: 'restart', endpoint: restartProject, from: 'ACTIVE_HEALTHY', to: 'ACTIVE_HEALTHY' },
  { name: 'delete', endpoint: deleteProject, from: 'ACTIVE_HEALTHY', to: undefined },
] as const
const losses = (['request', 'answer', 'room'] as const).flatMap((loss) =>
  [1, 2].map((nth) => ({ loss, nth })),
)
const cases = deeds.flatMap((deed) => losses.map((one) => ({ ...deed, ...one })))

test.each(sampleOf(cases, 8))(
  'a $name completes without a server restart although the $loss of write $nth is lost',
  async ({ endpoint, from, to, loss, nth }) => {
    const { ref } = await aProject(owner, organization)
    const params = { ref }
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    if (from === 'INACTIVE') {
      await owner.call(pauseProject, { params })
      await reaches(owner, ref, 'INACTIVE')
    }
    await fixture.lifecycle.settled()
    lossy.lose(nth, loss)
    const { status } = await owner.call(endpoint, { params })
    const found = async () => {
      const project = await owner.call(getProject, { params })
      return project.status === 404 ? undefined : project.body.status
    }
    // A caller without an answer does not know whether the command arrived. Both are allowed, but nothing in between.
    const allowed: unknown[] = status < 300 ? [to] : [from, to]
    await waitFor(async () => allowed.includes(await found()) && !fixture.lifecycle.isBusy(ref))
    expect(lossy.disarm()).toBe(true)
    const last = await found()
    const { state } = last ? await fixture.engine.facts(ref) : { state: undefined }
    expect(state).toBe(last && (last === 'INACTIVE' ? 'stopped' : 'running'))
  },
)

test.each(sampleOf(losses, 3))(
  'a project comes up although the $loss of write $nth is lost while creating it',
  async ({ loss, nth }) => {
    const before = new Set((await fixture.lifecycle.watched()).map(({ ref }) => ref))
    lossy.lose(nth, loss)
    const body = { organization_slug: organization.slug, name: `lost ${loss} ${nth}` }
    const { status } = await owner.call(createProject, { body })
    const made = (await fixture.lifecycle.watched()).filter(({ ref }) => !before.has(ref))
    expect(made).toHaveLength(status === 201 ? 1 : 0)
    for (const { ref } of made) await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await fixture.lifecycle.settled()
    expect(lossy.disarm()).toBe(true)
  },
)
