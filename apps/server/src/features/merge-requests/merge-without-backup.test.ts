import { listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeRequest,
  mergeMergeRequest,
  rehearseMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

test('a merge whose backup fails changes nothing, and is made without one by those who say so', async () => {
  await using fixture = await openApp(
    {},
    {
      wrapBackups: (backups) => ({
        ...backups,
        write: () => Promise.reject(new Error('The bucket is gone')),
      }),
    },
  )
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const ask = async (query: string, of = ref) =>
    (await owner.call(runQuery, { params: { ref: of }, body: { query } })).body
  await ask('create table kept (n int primary key)')
  const { body: branch } = await owner.call(createBranch, {
    params: { ref },
    body: { branch_name: 'changes', with_data: true },
  })
  await reaches(owner, branch.project_ref, 'ACTIVE_HEALTHY')
  await ask('alter table kept add column t text', branch.project_ref)
  const { body: request } = await owner.call(createMergeRequest, {
    params: { ref: branch.project_ref },
    body: { title: 'Add a column' },
  })
  const params = { ref: branch.project_ref, id: request.id }
  const settled = () =>
    waitFor(async () => {
      const { body } = await owner.call(getMergeRequest, { params })
      return body.status !== 'merging' && body.rehearsal?.status !== 'running' ? body : undefined
    })
  await owner.call(rehearseMergeRequest, { params })
  expect(await settled()).toMatchObject({ rehearsal: { status: 'passed' } })

  await owner.call(mergeMergeRequest, { params })
  expect(await settled()).toMatchObject({
    status: 'open',
    failure:
      'Nothing was changed: the backup before it failed: The bucket is gone. Try again, or merge without a backup.',
  })
  const columns =
    'select count(*)::int as n from pg_attribute where attrelid = $$kept$$::regclass and attnum > 0'
  expect(await ask(columns)).toEqual([{ n: 1 }])
  expect(await owner.call(mergeMergeRequest, { params, query: { without_backup: 'true' } })).toMatchObject({
    status: 200,
  })
  expect(await settled()).toMatchObject({ status: 'merged' })
  expect(await ask(columns)).toEqual([{ n: 2 }])
  const { backups } = (await owner.call(listBackups, { params: { ref } })).body
  expect(backups.map(({ status }) => status)).toEqual(['FAILED'])
})
