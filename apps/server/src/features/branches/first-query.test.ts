import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect, test } from 'vitest'
import type { Platform } from '../../platform/platform.ts'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

test('the first query of a new branch uses the session in which the role of its user was tried', async () => {
  let databases: Platform['databases']
  const keepDatabases = (platform: Platform) => {
    databases = platform.databases
    return {}
  }
  await using fixture = await openApp({}, { features: [keepDatabases] })
  const owner = await signUp(fixture)
  const shop = await aProject(owner, await anOrganization(owner))
  await reaches(owner, shop.ref, 'ACTIVE_HEALTHY')
  const { body: branch } = await owner.call(createBranch, {
    params: { ref: shop.ref },
    body: { branch_name: 'new' },
  })
  const ref = branch.project_ref
  await reaches(owner, ref, 'ACTIVE_HEALTHY')

  const sessions = () =>
    databases.asAdmin.session(ref, async (admin) => {
      const { rows } = await admin.query<{ pid: number }>(
        "select pid from pg_stat_activity where usename = 'postgres' and backend_type = 'client backend'",
      )
      return rows
    })
  const tried = await sessions()
  expect(tried).toHaveLength(1)
  const { body: asked } = await owner.call(runQuery, {
    params: { ref },
    body: { query: 'select pg_backend_pid() as pid' },
  })
  expect(asked).toEqual(tried)
  expect(await sessions()).toEqual(tried)
})
