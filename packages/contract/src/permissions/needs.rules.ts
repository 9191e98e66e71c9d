import { type Action, grantsThatDecide, isAllowed, type Place, type ScopedGrant } from './check.rules.ts'

/** An action on a resource, and the end of the sentence that refuses it. */
export interface Need extends Action {
  readonly to: string
}

/**
 * All that may need a permission. The server's routes state one of these, and the dashboard disables by the same, so
 * that a control says no where the server would.
 */
export const needs = {
  seeOrganization: { action: 'read:Read', resource: 'organizations', to: 'see this organization' },
  changeOrganization: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'change the settings of this organization',
  },
  deleteOrganization: { action: 'write:Delete', resource: 'organizations', to: 'delete this organization' },

  seeMembers: { action: 'read:Read', resource: 'members', to: 'see the members of this organization' },
  inviteMembers: { action: 'write:Create', resource: 'user_invites', to: 'invite members' },
  revokeInvitations: { action: 'write:Delete', resource: 'user_invites', to: 'revoke invitations' },
  changeRoles: { action: 'write:Update', resource: 'auth.subject_roles', to: 'change roles' },
  removeMembers: { action: 'write:Delete', resource: 'auth.subject_roles', to: 'remove members' },
  decideOwners: {
    action: 'write:Update',
    resource: 'auth.subject_roles.owner',
    to: 'decide who owns this organization',
  },

  seeSecurity: { action: 'read:Read', resource: 'organizations', to: 'see how this organization is secured' },
  requireMfa: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'ask the members for multi-factor authentication',
  },

  seeAudit: { action: 'audit:Read', resource: 'audit_logs', to: 'read the audit log' },

  seeIntegrations: {
    action: 'read:Read',
    resource: 'integrations',
    to: 'see the integrations of this organization',
  },
  changeIntegrations: {
    action: 'write:Update',
    resource: 'organizations',
    to: 'change the integrations of this organization',
  },
  notifyMembers: { action: 'write:Create', resource: 'notifications', to: 'notify the members' },
  readBilling: { action: 'billing:Read', resource: 'subscriptions', to: 'read the billing' },
  changePlan: {
    action: 'billing:Write',
    resource: 'subscriptions',
    to: 'change the plan of this organization',
  },
  seeUsage: {
    action: 'read:Read',
    resource: 'stats_daily_projects',
    to: 'see the usage of this organization',
  },

  seeProjects: { action: 'read:Read', resource: 'projects', to: 'see projects' },
  createProjects: { action: 'write:Create', resource: 'projects', to: 'make projects in this organization' },
  renameProject: { action: 'write:Update', resource: 'projects', to: 'rename this project' },
  resetDatabasePassword: {
    action: 'write:Update',
    resource: 'projects',
    to: 'reset the database password',
  },
  dumpDatabase: {
    action: 'write:Update',
    resource: 'projects',
    to: 'download this database',
  },
  changePoolers: {
    action: 'write:Update',
    resource: 'projects',
    to: 'change the poolers of this project',
  },
  changeSleep: {
    action: 'write:Update',
    resource: 'projects',
    to: 'change when this project sleeps',
  },
  changeNetworkAccess: {
    action: 'write:Update',
    resource: 'projects',
    to: 'change who may connect to this database',
  },
  changeAddons: {
    action: 'billing:Write',
    resource: 'subscriptions',
    to: 'change the add-ons of this project',
  },
  transferProject: {
    action: 'write:Delete',
    resource: 'projects',
    to: 'transfer this project to another organization',
  },
  deleteProject: { action: 'write:Delete', resource: 'projects', to: 'delete this project' },
  pauseProject: { action: 'infra:Execute', resource: 'queue_jobs.projects.pause', to: 'pause this project' },
  restoreProject: {
    action: 'infra:Execute',
    resource: 'queue_jobs.projects.initialize_or_resume',
    to: 'restore this project',
  },
  restartProject: { action: 'infra:Execute', resource: 'queue_jobs.restart', to: 'restart this project' },

  seeBranches: { action: 'read:Read', resource: 'preview_branches', to: 'see the branches of this project' },
  changeBranches: {
    action: 'write:Update',
    resource: 'preview_branches',
    to: 'change the branches of this project',
  },
  seeApiKeys: {
    action: 'read:Read',
    resource: 'service_api_keys',
    to: 'see the keys of this project',
  },
  useServiceKey: {
    action: 'read:Read',
    resource: 'service_api_keys.service_role_key',
    to: 'use the service role key of this project',
  },
  createApiKeys: {
    action: 'write:Create',
    resource: 'service_api_keys',
    to: 'make keys of this project',
  },
  changeApiKeys: {
    action: 'write:Update',
    resource: 'service_api_keys',
    to: 'change the keys of this project',
  },
  deleteApiKeys: {
    action: 'write:Delete',
    resource: 'service_api_keys',
    to: 'revoke keys of this project',
  },
  seeJwtSecret: {
    action: 'read:Read',
    resource: 'field.jwt_secret',
    to: 'see the JWT secret of this project',
  },
  changeSigningKeys: {
    action: 'write:Update',
    resource: 'field.jwt_secret',
    to: 'change what the tokens of this project are signed with',
  },
  seeDataApiSettings: {
    action: 'read:Read',
    resource: 'custom_config_postgrest',
    to: 'see the settings of the Data API',
  },
  changeDataApiSettings: {
    action: 'write:Update',
    resource: 'custom_config_postgrest',
    to: 'change the settings of the Data API',
  },
  seeApiDocs: {
    action: 'tenant:Sql:Read:Select',
    resource: 'tables',
    to: 'see the tables and functions of this project',
  },
  readFiles: { action: 'storage:Read', resource: 'storage', to: 'see the files of this project' },
  changeFiles: { action: 'storage:Write', resource: 'storage', to: 'change the files of this project' },
  seeStorageSettings: {
    action: 'read:Read',
    resource: 'custom_config_storage',
    to: 'see the storage settings of this project',
  },
  changeStorageSettings: {
    action: 'storage:Admin:Write',
    resource: 'storage',
    to: 'change the storage settings of this project',
  },
  readLogs: { action: 'analytics:Read', resource: 'logs', to: 'read the log of this project' },
  seeQueryHistory: { action: 'analytics:Read', resource: 'logs', to: 'see what was run in this project' },
  readWithSql: { action: 'tenant:Sql:Read:Select', resource: 'tables', to: 'run SQL in this project' },
  seeSnippets: { action: 'read:Read', resource: 'user_content', to: 'see saved queries' },
  createSnippets: { action: 'write:Create', resource: 'user_content', to: 'save queries in this project' },
  changeSnippets: { action: 'write:Update', resource: 'user_content', to: 'change this query' },
  deleteSnippets: { action: 'write:Delete', resource: 'user_content', to: 'delete this query' },
  changeSnippetFolders: {
    action: 'write:Update',
    resource: 'user_content_folders',
    to: 'change folders of saved queries',
  },
  runAnySql: { action: 'tenant:Sql:Query', resource: 'tables', to: 'change data with SQL in this project' },
} as const satisfies Record<string, Need>

export type NeedKey = keyof typeof needs

/** The sentence a caller is refused with, and a disabled control says. */
export const refusalOf = ({ to }: Need) =>
  `You need additional permissions to ${to}. Ask an owner or administrator.`

/** Why somebody with these grants may not; undefined when they may. */
export const refusal = (grants: readonly ScopedGrant[], need: Need, place: Place) =>
  isAllowed(grantsThatDecide(grants, place), need) ? undefined : refusalOf(need)
