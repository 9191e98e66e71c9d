import { grantsOfMembership } from '@basalt/contract/permissions/grants.rules.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'
import { expect, test } from 'vitest'
import { aMember, anInvitation } from './members.fixture.ts'
import { invitationReasons, memberReasons } from './team-actions.rules.ts'

const me = aMember().user_id
const other = '33333333-3333-4333-8333-333333333333'

const situation = (role: Role, owners = 2) => ({
  permissions: grantsOfMembership({ organization_slug: 'acme', role_id: role, projects: [] }),
  place: { slug: 'acme' },
  userId: me,
  owners,
})

const offered = (reasons: Record<string, string | undefined>) =>
  Object.keys(reasons)
    .filter((action) => reasons[action] === undefined)
    .join(' ')

test.each<[Role, Role, string, number, string]>([
  ['owner', 'developer', other, 1, 'change remove transfer'],
  ['owner', 'owner', other, 2, 'change remove'],
  ['owner', 'owner', me, 2, 'change remove'],
  ['owner', 'owner', me, 1, 'change'],
  ['administrator', 'developer', other, 1, 'change remove'],
  ['administrator', 'owner', other, 2, ''],
  ['administrator', 'administrator', me, 1, 'change remove'],
  ['developer', 'developer', other, 1, ''],
  ['developer', 'developer', me, 1, 'remove'],
  ['read_only', 'read_only', me, 1, 'remove'],
])('an %s may, for %s (%s, %i owners): %s', (role, role_id, user_id, owners, actions) => {
  expect(offered(memberReasons(aMember({ user_id, role_id }), situation(role, owners)))).toBe(actions)
})

test.each<[Role, Role, string]>([
  ['owner', 'owner', 'renew revoke'],
  ['administrator', 'developer', 'renew revoke'],
  ['administrator', 'owner', ''],
  ['developer', 'developer', ''],
])('an %s may, for the invitation of a future %s: %s', (role, role_id, actions) => {
  expect(offered(invitationReasons(anInvitation({ role_id }), situation(role)))).toBe(actions)
})
