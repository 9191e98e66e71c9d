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

/** A private query is its owner's alone, whatever else somebody may do, and nobody saves in another's name. */
const privacy = [
  forbid(['%'], savedQueries, { and: [isPrivate, { '!': isOwn }] }),
  forbid(['write:Create'], savedQueries, { '!': isOwn }),
]
const ownQueriesOnly = forbid(['write:Update', 'write:Delete'], savedQueries, { '!': isOwn })

/** Named one by one, so that what comes later is not a developer's to change by accident. */
const writtenByDevelopers = [
  ...['back_ups', 'physical_backups', 'preview_branches', 'third_party_auth'],
  ...['custom_config_gotrue', 'custom_config_postgrest', 'service_api_keys', 'field.jwt_secret'],
  ...savedQueries,
]
const usedByDevelopers = [
  ...['read:Read', 'billing:Read', 'tenant:Sql:%', 'storage:%', 'functions:%', 'auth:Execute', 'secrets:%'],
  ...['analytics:%', 'realtime:Admin:%', 'replication:Admin:Read'],
]
const seenByReaders = [
  ...['read:Read', 'analytics:Read', 'functions:Read', 'tenant:Sql:Read:Select', 'tenant:Sql:Admin:Read'],
]

/** What each role may do: the matrix of roles and rights, in actions on resources. */
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

/** In an organization, for those who work on some of its projects only. */
const guestGrants = [allow(['read:Read'], ['organizations', 'members', 'auth.roles', 'projects'])]

/** What a member of an organization may do there; null for the role of who is on some of its projects only. */
export const grantsOfMember = (role: Role | null) => (role === null ? guestGrants : grantsOfRole[role])

export interface Membership {
  organization_slug: string
  /** Null when the member is on some projects only. */
  role_id: Role | null
  projects: readonly { ref: string; role_id: ProjectRole }[]
}

/** Everything a membership allows, as rows that say where. */
export const grantsOfMembership = ({ organization_slug, role_id, projects }: Membership): ScopedGrant[] => [
  ...grantsOfMember(role_id).map((grant) => ({ ...grant, organization_slug, project_refs: null })),
  ...projects.flatMap(({ ref, role_id: role }) =>
    grantsOfRole[role].map((grant) => ({ ...grant, organization_slug, project_refs: [ref] })),
  ),
]
