import { grantsOfMembership } from '@basalt/contract/permissions/grants.rules.ts'
import { expect, test } from 'vitest'
import { aProject } from '../a-project.fixture.ts'
import { projectRefusals } from './project-refusals.rules.ts'

test.each([
  ['owner', []],
  ['administrator', []],
  ['developer', ['rename', 'restore', 'pause', 'transfer', 'delete']],
  ['read_only', ['rename', 'restart', 'restore', 'pause', 'transfer', 'delete']],
] as const)('%s is refusals %j', (role_id, refusals) => {
  const permissions = grantsOfMembership({ organization_slug: 'acme', role_id, projects: [] })
  expect(Object.keys(projectRefusals(permissions, aProject()))).toEqual(refusals)
})
