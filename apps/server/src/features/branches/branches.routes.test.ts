import { randomUUID } from 'node:crypto'
import { listBranches, updateBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  listMergeRequests,
  reviewMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetadataPool } from '../../platform/metadata/metadata.ts'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, signUp } from '../../test/people.ts'

let base: Awaited<ReturnType<typeof newBase>>
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let organization: Organization
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base)
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const branchesOf = async (ref: string) =>
  (await owner.call(listBranches, { params: { ref }, query: {} })).body

/** A project with these branches, the last one newest. They are inserted directly, because copying databases would take seconds. */
async function aProjectWithBranches(...names: string[]) {
  const { ref } = await aProject(owner, organization)
  const pool = openMetadataPool(base.databaseUrl)
  for (const [age, name] of names.toReversed().entries()) {
    const child = await aProject(owner, organization)
    await pool.query(
      `update branches set parent_project_ref = $1, source_project_ref = $1, name = $2, persistent = false,
        created_at = now() - make_interval(hours => $3) where project_ref = $4`,
      [ref, name, age, child.ref],
    )
  }
  await pool.end()
  return ref
}

test('a project has its default branch from the start, and is that branch itself', async () => {
  const { ref } = await aProject(owner, organization)
  expect(await branchesOf(ref)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'main',
      project_ref: ref,
      parent_project_ref: ref,
      is_default: true,
      persistent: true,
      git_branch: null,
      with_data: true,
      source_project_ref: null,
      status: expect.any(String),
      failure: null,
      asleep_since: null,
      copied_at: null,
      past_moment: null,
      expires_after_days: null,
      expires_at: null,
      sends_requests: true,
      review_requested_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  ])
})

test('the default branch comes first, then the newest', async () => {
  const ref = await aProjectWithBranches('old', 'middle', 'new')
  const branches = await branchesOf(ref)
  expect(branches.map(({ name }) => name)).toEqual(['main', 'new', 'middle', 'old'])
  expect(branches.map(({ is_default }) => is_default)).toEqual([true, false, false, false])
  // The list is the same from every branch.
  expect(await branchesOf(branches[2]!.project_ref)).toEqual(branches)
})

test('a branch is changed by its id or by the ref of its project', async () => {
  const { ref } = await aProject(owner, organization)
  const [branch] = await branchesOf(ref)
  const renamed = await owner.call(updateBranch, {
    params: { id: ref },
    body: { branch_name: ' trunk ', git_branch: 'release/1' },
  })
  expect(renamed).toMatchObject({
    status: 200,
    body: { id: branch?.id, name: 'trunk', git_branch: 'release/1' },
  })
  await owner.call(updateBranch, { params: { id: branch!.id }, body: { git_branch: null } })
  expect(await branchesOf(ref)).toMatchObject([{ name: 'trunk', git_branch: null }])
})

test('a requested review keeps its time until it is withdrawn', async () => {
  const ref = await aProjectWithBranches('feature')
  const [, feature] = await branchesOf(ref)
  const requestReview = async (request_review: boolean) =>
    (await owner.call(updateBranch, { params: { id: feature!.id }, body: { request_review } })).body
  const first = await requestReview(true)
  expect(first.review_requested_at).toEqual(expect.any(String))
  expect((await requestReview(true)).review_requested_at).toBe(first.review_requested_at)
  const requests = async () =>
    (await owner.call(listMergeRequests, { params: { ref } })).body.map(({ id, status }) => ({ id, status }))
  expect(await requests()).toMatchObject([{ status: 'open' }])
  expect((await requestReview(false)).review_requested_at).toBeNull()
  expect(await requests()).toMatchObject([{ status: 'closed' }])

  // The branch says the same however the request is opened and closed.
  const own = feature!.project_ref
  const isRequested = async () => (await branchesOf(ref))[1]!.review_requested_at !== null
  const [closed] = await requests()
  const review = (id: string, kind: 'closed' | 'reopened') =>
    owner.call(reviewMergeRequest, { params: { ref: own, id }, body: { kind } })
  await review(closed!.id, 'reopened')
  expect(await isRequested()).toBe(true)
  await review(closed!.id, 'closed')
  expect(await isRequested()).toBe(false)
  await owner.call(createMergeRequest, { params: { ref: own }, body: { title: 'Again' } })
  expect(await isRequested()).toBe(true)
})

test('a review of a branch whose source is gone is refused, and nothing else is changed', async () => {
  const ref = await aProjectWithBranches('feature')
  const pool = openMetadataPool(base.databaseUrl)
  await pool.query(
    "update branches set source_project_ref = null where name = 'feature' and parent_project_ref = $1",
    [ref],
  )
  await pool.end()
  const [, feature] = await branchesOf(ref)
  const change = { request_review: true, branch_name: 'renamed' }
  expect(await owner.call(updateBranch, { params: { id: feature!.id }, body: change })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Reset the branch first') },
  })
  expect((await branchesOf(ref))[1]).toMatchObject({ name: 'feature', review_requested_at: null })
})

test.each([
  [{ request_review: true }, 409, 'nothing to be merged into'],
  [{ persistent: false }, 409, 'always persistent'],
  [{}, 400, 'Name at least one field to change'],
  [{ branch_name: '' }, 400, 'at least 1 character'],
  [{ branch_name: 'x'.repeat(101) }, 400, 'at most 100 characters'],
  [{ git_branch: 'a\nb' }, 400, 'line breaks'],
  [{ name: 'trunk' }, 400, 'name'],
])('changing the default branch to %.60j is refused with a reason', async (body, status, words) => {
  const { ref } = await aProject(owner, organization)
  const reply = await owner.call(updateBranch, { params: { id: ref }, body })
  expect(reply).toMatchObject({ status, body: { message: expect.stringContaining(words) } })
})

test('two branches of a project cannot have the same name', async () => {
  const ref = await aProjectWithBranches('feature')
  const reply = await owner.call(updateBranch, { params: { id: ref }, body: { branch_name: 'feature' } })
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('a stranger cannot see branches', async () => {
  const { ref } = await aProject(owner, organization)
  const [branch] = await branchesOf(ref)
  const stranger = await signUp(fixture)
  for (const id of [branch!.id, ref, randomUUID(), 'a'.repeat(20)]) {
    const reply = await stranger.call(updateBranch, { params: { id }, body: { branch_name: 'mine' } })
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  expect((await stranger.call(listBranches, { params: { ref }, query: {} })).status).toBe(404)
  expect(await branchesOf(ref)).toMatchObject([{ name: 'main' }])
})
