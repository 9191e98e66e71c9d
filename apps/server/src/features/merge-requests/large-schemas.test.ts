import { createBranch, pushBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
  getParentUpdate,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { COMPARED_AT_ONCE_MAX } from './merge-runs.rules.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = async (ref: string, query: string) =>
  (await owner.call(runQuery, { params: { ref }, body: { query } })).body

/** Both sides count. */
const TABLES = COMPARED_AT_ONCE_MAX / 2 + 1

test('large schemas are compared in a thread, with the same result', async () => {
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask(
    ref,
    `do $$ begin for n in 1..${TABLES} loop execute format('create table t%s (id int primary key, name text)', n); end loop; end $$`,
  )
  const { body: branch } = await owner.call(createBranch, { params: { ref }, body: { branch_name: 'large' } })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  await ask(branch.project_ref, 'alter table t1 add column note text; create index on t2 (name)')
  await ask(ref, 'alter table t3 add column of_production int')
  const request = await owner.call(createMergeRequest, {
    params: { ref: branch.project_ref },
    body: { title: 'Large', tables: [] },
  })
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const { status, body: changes } = await owner.call(getMergeChanges, {
    params: { ref: branch.project_ref, id: request.body.id },
  })
  expect(status, JSON.stringify(changes)).toBe(200)
  expect(changes).toMatchObject({ conflicts: [], not_compared: [] })
  expect(changes.statements.map(({ sql }) => sql)).toEqual([
    expect.stringMatching(/"t1" ADD COLUMN "note"/i),
    expect.stringMatching(/CREATE INDEX .* ON public.t2/i),
  ])
  expect(threads).toBe(1)

  expect((await owner.call(pushBranch, { params: { id: branch.id } })).status).toBe(201)
  expect((await owner.call(getParentUpdate, { params: { ref: branch.project_ref } })).body).toMatchObject({
    statements: [],
    conflicts: [],
  })
  expect(threads).toBeGreaterThan(2)
})
