import { expect, test } from 'vitest'
import { roleIds } from '../permissions/roles.rules.ts'
import { assignableRoles, isSameAccess, lastOwnerProblem } from './members.rules.ts'

test('only members who may decide about owners can assign the role of an owner', () => {
  expect(assignableRoles(roleIds, true)).toEqual(['owner', 'administrator', 'developer', 'read_only'])
  expect(assignableRoles(roleIds, false)).toEqual(['administrator', 'developer', 'read_only'])
})

test.each([
  ['owner', 1, true],
  ['owner', 2, false],
  ['administrator', 1, false],
  [null, 1, false],
] as const)('a member who is %s among %i owners cannot leave: %s', (role_id, owners, isLast) => {
  expect(lastOwnerProblem({ role_id }, owners) !== undefined).toBe(isLast)
})

test.each([
  [{ role_id: 'developer', projects: [] }, { role_id: 'developer', projects: [] }, true],
  [{ role_id: 'developer', projects: [] }, { role_id: 'read_only', projects: [] }, false],
  [{ role_id: 'developer', projects: [] }, { role_id: null, projects: [] }, false],
  [
    {
      role_id: null,
      projects: [
        { ref: 'a', role_id: 'developer' },
        { ref: 'b', role_id: 'read_only' },
      ],
    },
    {
      role_id: null,
      projects: [
        { ref: 'b', role_id: 'read_only' },
        { ref: 'a', role_id: 'developer' },
      ],
    },
    true,
  ],
  [
    { role_id: null, projects: [{ ref: 'a', role_id: 'developer' }] },
    { role_id: null, projects: [{ ref: 'a', role_id: 'read_only' }] },
    false,
  ],
] as const)('%j grants the same as %j: %s', (one, other, isSame) => {
  expect(isSameAccess(one, other)).toBe(isSame)
})
