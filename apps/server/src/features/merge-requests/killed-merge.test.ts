import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { listMergeRequests } from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
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
] as const

test.each(sampleOf(moments, 1))(
  'a merge whose server is killed %s is %s with the next one, whole or not at all',
  async (moment, status, rows) => {
    await using base = await newBase()
    await dieAt(base, moment)
    await using next = await openAppOn(base)
    const owner = await signInAs(next, 'owner@example.com', PASSWORD)
    await next.lifecycle.markStopped()
    const resumed = next.lifecycle.resume()
    next.startFeatures(resumed)
    await resumed
    const [project] = (await owner.call(listProjects)).body
    const params = { ref: project!.ref }
    await reaches(owner, project!.ref, 'ACTIVE_HEALTHY')
    const request = await waitFor(async () => {
      const [found] = (await owner.call(listMergeRequests, { params })).body
      return found!.status !== 'merging' && found!.rehearsal?.status !== 'running' ? found : undefined
    })
    expect(request.status).toBe(status)
    const { body } = await owner.call(runQuery, { params, body: { query: 'select * from kept order by id' } })
    expect(body).toEqual(rows)
    expect(await next.engine.exists(copyIdOf(project!.ref))).toBe(false)
  },
)
