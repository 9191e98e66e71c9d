import type { Grant, ScopedGrant } from './check.rules.ts'
import type { Condition } from './condition.rules.ts'
import type { ProjectRole, Role } from './roles.rules.ts'

const allow = (actions: string[], resources: string[]): Grant => ({
  actions,
  resources,
  condition: null,
  restrictive: false,
})
const forbid = (actions: string[], resources: string[], condition: Condition = null): Grant => ({
  actions,
  resources,
  condition,
  restrictive: true,
})

const savedQueries = ['user_content', 'user_content_folders']
const isOwn: Condition = { '==': [{ var: 'resource.owner_id' }, { var: 'subject.id' }] }
const isPrivate: Condition = { '==': [{ var: 'resource.visibility' }, 'user'] }
const isReport: Condition = { '==': [{ var: 'resource.type' }, 'report'] }

/** Only the owner may use a private query, whatever the role, and nobody may save in another user's name. */
const privacy = [
  forbid(['%'], savedQueries, { and: [isPrivate, { '!': isOwn }] }),
  forbid(['write:Create'], savedQueries, { '!': isOwn }),
]
const ownQueriesOnly = forbid(['write:Update', 'write:Delete'], savedQueries, { '!': isOwn })

/** Listed one by one, so that developers do not get new resources by accident. */
const writtenByDevelopers = [
  ...['back_ups', 'physical_backups', 'preview_branches', 'third_party_auth'],
  ...['custom_config_gotrue', 'custom_config_postgrest', 'service_api_keys', 'field.jwt_secret'],
  'reports',
  'table_views',
  ...savedQueries,
]
const usedByDevelopers = [
  ...['read:Read', 'billing:Read', 'tenant:Sql:%', 'storage:%', 'functions:%', 'auth:Execute', 'secrets:%'],
  ...['analytics:%', 'realtime:Admin:%', 'replication:Admin:Read'],
]
const seenByReaders = [
  ...['read:Read', 'analytics:Read', 'functions:Read', 'tenant:Sql:Read:Select', 'tenant:Sql:Admin:Read'],
]

/** The permissions of each role. */
export const grantsOfRole: Record<Role, readonly Grant[]> = {
  owner: [allow(['%'], ['%']), ...privacy],
  administrator: [
    allow(['%'], ['%']),
    forbid(['write:Update', 'write:Delete'], ['organizations', 'auth.subject_roles.owner', 'billing_email']),
    ...privacy,
  ],
  developer: [
    allow(usedByDevelopers, ['%']),
    allow(['write:%'], writtenByDevelopers),
    allow(['infra:Execute'], ['queue_jobs.restart']),
    ...privacy,
    ownQueriesOnly,
  ],
  read_only: [
    allow(seenByReaders, ['%']),
    forbid(
      ['%'],
      ['service_api_keys.service_role_key', 'field.jwt_secret', 'subscriptions', 'invoices', 'customers'],
    ),
    allow(['write:%'], savedQueries),
    forbid(['write:%'], ['user_content'], isReport),
    ...privacy,
    ownQueriesOnly,
  ],
}

/** In an organization, for members of some of its projects only. */
const guestGrants = [allow(['read:Read'], ['organizations', 'members', 'auth.roles', 'projects'])]

/** A member's grants in an organization; the role is null for a member of some of its projects only. */
export const grantsOfMember = (role: Role | null) => (role === null ? guestGrants : grantsOfRole[role])

export interface Membership {
  organization_slug: string
  /** Null for a member of some projects only. */
  role_id: Role | null
  projects: readonly { ref: string; role_id: ProjectRole }[]
}

/** All grants of a membership, with the organization or project they apply to. */
export const grantsOfMembership = ({ organization_slug, role_id, projects }: Membership): ScopedGrant[] => [
  ...grantsOfMember(role_id).map((grant) => ({ ...grant, organization_slug, project_refs: null })),
  ...projects.flatMap(({ ref, role_id: role }) =>
    grantsOfRole[role].map((grant) => ({ ...grant, organization_slug, project_refs: [ref] })),
  ),
]
