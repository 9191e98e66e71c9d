import { grantsOfMembership, type Membership } from '@basalt/contract/permissions/grants.rules.ts'
import type { Permission } from '@basalt/contract/permissions/permissions.schema.ts'
import type { ProjectRole, Role } from '@basalt/contract/permissions/roles.rules.ts'
import { sql } from 'kysely'
import type { Access } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type PermissionStore = ReturnType<typeof permissionStore>

/** The roles of people in organizations and projects. */
export function permissionStore(metadata: Metadata) {
  const memberships = (userId: string) =>
    metadata
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .where('members.user_id', '=', userId)

  const store = {
    /** Undefined for users without access. */
    accessToOrganization(userId: string, slug: string): Promise<Access | undefined> {
      return memberships(userId)
        .select(['members.role', 'organizations.requires_mfa as requiresMfa'])
        .where('organizations.slug', '=', slug)
        .executeTakeFirst()
    },

    /** Undefined for users without access. */
    accessToProject(userId: string, ref: string): Promise<Access<Role> | undefined> {
      return metadata
        .selectFrom('project_access')
        .select(['role', 'requires_mfa as requiresMfa'])
        .where('user_id', '=', userId)
        .where('ref', '=', ref)
        .executeTakeFirst()
    },

    /** Undefined also for members who lack a second factor that the organization requires. */
    usableAccess(userId: string, ref: string): Promise<Access<Role> | undefined> {
      return metadata
        .selectFrom('project_access')
        .leftJoin('mfa_factors', 'mfa_factors.user_id', 'project_access.user_id')
        .select(['role', 'requires_mfa as requiresMfa'])
        .where('project_access.user_id', '=', userId)
        .where('ref', '=', ref)
        .where(({ or, not, eb }) => or([not('requires_mfa'), eb('mfa_factors.confirmed_at', 'is not', null)]))
        .executeTakeFirst()
    },

    /** Whether a user may receive live events of an organization or of one of its projects. */
    async mayReceiveEvents(userId: string, organizationId: string, ref: string | undefined) {
      const row = await memberships(userId)
        .leftJoin('mfa_factors', 'mfa_factors.user_id', 'members.user_id')
        .select('members.role')
        .where('organizations.id', '=', organizationId)
        .where(({ or, not, eb }) =>
          or([not('organizations.requires_mfa'), eb('mfa_factors.confirmed_at', 'is not', null)]),
        )
        .executeTakeFirst()
      // Members with a role in the organization also receive the event that a project was deleted.
      if (!row || ref === undefined || row.role) return row !== undefined
      return (await store.accessToProject(userId, ref)) !== undefined
    },

    /** All permissions of the user, each with its organization and projects. */
    async permissionsOf(userId: string): Promise<Permission[]> {
      const rows = await memberships(userId)
        .leftJoin('project_roles', (join) =>
          join
            .onRef('project_roles.organization_id', '=', 'members.organization_id')
            .onRef('project_roles.user_id', '=', 'members.user_id'),
        )
        .leftJoin('branches', 'branches.parent_project_ref', 'project_roles.ref')
        .select([
          'organizations.slug as organization_slug',
          'members.role as role_id',
          sql<{ ref: string; role_id: ProjectRole }[]>`coalesce(
            json_agg(json_build_object('ref', branches.project_ref, 'role_id', project_roles.role) order by branches.project_ref)
              filter (where branches.project_ref is not null), '[]')`.as('projects'),
        ])
        .groupBy(['organizations.slug', 'members.role'])
        .orderBy('organizations.slug')
        .execute()
      return rows.flatMap((row: Membership) => grantsOfMembership(row)).map(toPermission)
    },
  }
  return store
}

const toPermission = ({
  actions,
  resources,
  project_refs,
  ...row
}: ReturnType<typeof grantsOfMembership>[number]): Permission => ({
  ...row,
  actions: [...actions],
  resources: [...resources],
  project_refs: project_refs && [...project_refs],
})
