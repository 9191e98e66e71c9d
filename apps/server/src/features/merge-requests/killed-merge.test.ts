import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listBranches, pushBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  getParentUpdate,
  listMergeRequests,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { sampleOf } from '@basalt/testing/sample-of.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { PASSWORD, reaches, signInAs } from '../../test/people.ts'
import { copyIdOf } from '../rehearsals/rehearsal-copies.ts'

const PROGRAM = fileURLToPath(new URL('./dying-merge.fixture.ts', import.meta.url))

async function dieAt(base: TestBase, moment: string) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(base), moment], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput += chunk
  })
  const [, signal] = await once(child, 'close')
  expect(signal, errorOutput).toBe('SIGKILL')
}

const nothing = [{ id: 1 }]
const everything = [
  { id: 1, note: null },
  { id: 2, note: null },
]

const moments = [
  ['before merged_at', 'merged', everything],
  ['after merging_xid', 'open', nothing],
  ['after rehearsal', 'open', nothing],
  ['after copy', 'open', nothing],
] as const

/** The next server, once it has finished what the one before began. */
async function openNext(base: TestBase) {
  const next = await openAppOn(base)
  const owner = await signInAs(next, 'owner@example.com', PASSWORD)
  await next.lifecycle.markStopped()
  const resumed = next.lifecycle.resume()
  next.startFeatures(resumed)
  await resumed
  const [project] = (await owner.call(listProjects)).body
  await reaches(owner, project!.ref, 'ACTIVE_HEALTHY')
  return { next, owner, ref: project!.ref }
}

test.each(sampleOf(moments, 1))(
  'a merge whose server is killed %s is %s with the next one, whole or not at all',
  async (moment, status, rows) => {
    await using base = await newBase()
    await dieAt(base, moment)
    const { next, owner, ref } = await openNext(base)
    await using _ = next
    const params = { ref }
    const request = await waitFor(async () => {
      const [found] = (await owner.call(listMergeRequests, { params })).body
      return found!.status !== 'merging' && found!.rehearsal?.status !== 'running' ? found : undefined
    })
    expect(request.status).toBe(status)
    const { body } = await owner.call(runQuery, { params, body: { query: 'select * from kept order by id' } })
    expect(body).toEqual(rows)
    expect(await next.engine.exists(copyIdOf(ref))).toBe(false)
  },
)

test('an update from the parent whose server is killed before it is noted is whole, and leaves nothing to decide', async () => {
  await using base = await newBase()
  await dieAt(base, 'before base_schema')
  const { next, owner, ref } = await openNext(base)
  await using _ = next
  const branches = (await owner.call(listBranches, { params: { ref }, query: {} })).body
  const { id, project_ref: own } = branches.find(({ is_default }) => !is_default)!
  await reaches(owner, own, 'ACTIVE_HEALTHY')
  const ask = async (query: string, of = own) =>
    (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
  expect(await ask('select of_parent from kept')).toEqual([{ of_parent: null }])
  const update = async () => (await owner.call(getParentUpdate, { params: { ref: own } })).body
  expect(await update()).toMatchObject({ statements: [], conflicts: [] })
  await ask('alter table kept add later int', ref)
  expect(await update()).toMatchObject({
    statements: [{ sql: expect.stringMatching(/later/) }],
    conflicts: [],
  })
  expect((await owner.call(pushBranch, { params: { id } })).status).toBe(201)
  expect(await ask('select later from kept')).toEqual([{ later: null }])
})
