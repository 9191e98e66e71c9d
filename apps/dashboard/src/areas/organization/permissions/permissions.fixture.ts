import { grantsOfMembership } from '@basalt/contract/permissions/grants.rules.ts'
import type { Permission } from '@basalt/contract/permissions/permissions.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'

/** The permissions of a member of `acme`, as the server returns them. */
export const permissionsOf = (role: Role): Permission[] =>
  grantsOfMembership({ organization_slug: 'acme', role_id: role, projects: [] }).map((grant) => ({
    ...grant,
    actions: [...grant.actions],
    resources: [...grant.resources],
    project_refs: null,
  }))
