import { expect, test } from 'vitest'
import { isAllowed } from './check.rules.ts'
import { grantsOfMember, grantsOfMembership, grantsOfRole } from './grants.rules.ts'
import { refusal } from './need.rules.ts'
import { type NeedKey, needs } from './needs.rules.ts'
import { type Role, roleIds } from './roles.rules.ts'

/** The initials of the roles with a permission: Owner, Administrator, Developer, Read-only; g for guests of projects. */
const whoMay = (need: { action: string; resource: string }) =>
  [...roleIds, null]
    .filter((role) => isAllowed(grantsOfMember(role), need))
    .map((role) => (role === null ? 'g' : role[0]))
    .join('')

test.each<[NeedKey, string]>([
  ['seeOrganization', 'oadrg'],
  ['changeOrganization', 'o'],
  ['deleteOrganization', 'o'],
  ['seeMembers', 'oadrg'],
  ['inviteMembers', 'oa'],
  ['revokeInvitations', 'oa'],
  ['changeRoles', 'oa'],
  ['removeMembers', 'oa'],
  ['decideOwners', 'o'],
  ['seeAudit', 'oa'],
  ['notifyMembers', 'oa'],
  ['readBilling', 'oad'],
  ['changePlan', 'oa'],
  ['seeUsage', 'oadr'],
  ['seeProjects', 'oadrg'],
  ['createProjects', 'oa'],
  ['renameProject', 'oa'],
  ['deleteProject', 'oa'],
  ['pauseProject', 'oa'],
  ['restoreProject', 'oa'],
  ['restartProject', 'oad'],
  ['seeBranches', 'oadr'],
  ['changeBranches', 'oad'],
  ['readLogs', 'oadr'],
  ['changeLogDrains', 'oad'],
  ['changeLogSearches', 'oad'],
  ['readWithSql', 'oadr'],
  ['runAnySql', 'oad'],
])('%s is for %s', (need, roles) => {
  expect(whoMay(needs[need])).toBe(roles)
})

test.each([
  ['billing:Read', 'invoices', 'oad'],
  ['write:Update', 'billing_email', 'o'],
  ['billing:Write', 'subscriptions', 'oa'],
  ['read:Read', 'service_api_keys', 'oadr'],
  ['read:Read', 'service_api_keys.service_role_key', 'oad'],
  ['read:Read', 'field.jwt_secret', 'oad'],
  ['write:Update', 'field.jwt_secret', 'oad'],
  ['write:Update', 'custom_config_postgrest', 'oad'],
  ['write:Update', 'table_views', 'oad'],
  ['tenant:Sql:Admin:Write', 'policies', 'oad'],
  ['tenant:Sql:Admin:Read', 'policies', 'oadr'],
  ['write:Create', 'back_ups', 'oad'],
  ['read:Read', 'back_ups', 'oadr'],
  ['tenant:Sql:Write:Insert', 'tables', 'oad'],
  ['storage:Write', '%', 'oad'],
  ['storage:Read', '%', 'oad'],
  ['auth:Execute', 'send_recovery', 'oad'],
  ['functions:Read', '%', 'oadr'],
  ['functions:Write', '%', 'oad'],
  ['analytics:Read', 'logs', 'oadr'],
  ['write:Update', 'something_new', 'oa'],
])('%s on %s is for %s', (action, resource, roles) => {
  expect(whoMay({ action, resource })).toBe(roles)
})

const query = (role: Role, action: string, resource: object) =>
  isAllowed(grantsOfRole[role], { action, resource: 'user_content' }, { resource, subject: { id: 'me' } })

test('every member can read, save, change and delete their own queries', () => {
  const own = { type: 'sql', owner_id: 'me', visibility: 'user' }
  for (const role of roleIds)
    for (const action of ['read:Read', 'write:Create', 'write:Update', 'write:Delete'])
      expect(query(role, action, own), `${role} ${action}`).toBe(true)
})

test('only its owner sees a private query; all see a shared one, which administrators can change', () => {
  const foreign = { type: 'sql', owner_id: 'you', visibility: 'user' }
  const shared = { ...foreign, visibility: 'project' }
  for (const role of roleIds) {
    expect(query(role, 'read:Read', foreign), role).toBe(false)
    expect(query(role, 'write:Delete', foreign), role).toBe(false)
    expect(query(role, 'read:Read', shared), role).toBe(true)
    expect(query(role, 'write:Create', shared), role).toBe(false)
    expect(query(role, 'write:Update', shared), role).toBe(role === 'owner' || role === 'administrator')
  }
})

test('every role but read-only can create reports', () => {
  const report = { type: 'report', owner_id: 'me', visibility: 'user' }
  expect(roleIds.filter((role) => query(role, 'write:Create', report))).toEqual([
    'owner',
    'administrator',
    'developer',
  ])
})

test('a member of one project has no permissions in others', () => {
  const grants = grantsOfMembership({
    organization_slug: 'acme',
    role_id: null,
    projects: [{ ref: 'shop', role_id: 'administrator' }],
  })
  expect(refusal(grants, needs.deleteProject, { slug: 'acme', ref: 'shop' })).toBeUndefined()
  for (const place of [{ slug: 'acme', ref: 'blog' }, { slug: 'acme' }, { slug: 'other', ref: 'shop' }])
    expect(refusal(grants, needs.deleteProject, place)).toBe(
      'You need additional permissions to delete this project. Ask an owner or administrator.',
    )
  expect(refusal(grants, needs.createProjects, { slug: 'acme' })).toMatch(/^You need additional permissions/)
})
