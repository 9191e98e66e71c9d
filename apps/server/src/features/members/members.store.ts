import type { Member } from '@basalt/contract/members/members.schema.ts'
import type { ProjectRole, Role } from '@basalt/contract/permissions/roles.rules.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type MemberStore = ReturnType<typeof memberStore>

/** A role in the whole organization; null means roles on single projects. */
export interface StoredAccess {
  role: Role | null
  projects: readonly { ref: string; role: ProjectRole }[]
}

/** The members of organizations and their roles. */
export function memberStore(metadata: Metadata) {
  const members = (organizationId: string) =>
    metadata
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .leftJoin('mfa_factors', 'mfa_factors.user_id', 'members.user_id')
      .select([
        'members.user_id',
        'users.email',
        'users.display_name',
        'members.role as role_id',
        'members.created_at',
        sql<boolean>`mfa_factors.confirmed_at is not null`.as('mfa_enabled'),
        sql<Member['projects']>`coalesce((
          select json_agg(json_build_object('ref', projects.ref, 'name', projects.name, 'role_id', project_roles.role)
            order by lower(projects.name), projects.ref)
          from project_roles join projects on projects.ref = project_roles.ref
          where project_roles.organization_id = members.organization_id
            and project_roles.user_id = members.user_id
        ), '[]')`.as('projects'),
      ])
      .where('members.organization_id', '=', organizationId)

  /** Deletes the user's notifications about projects that the user can no longer see. */
  const deleteInaccessibleNotifications = (organizationId: string, userId: string) =>
    sql`delete from notifications
      where organization_id = ${organizationId} and user_id = ${userId} and project_ref is not null
        and not exists (
          select from project_access
          where project_access.ref = notifications.project_ref and project_access.user_id = notifications.user_id
        )`.execute(metadata)

  const store = {
    /** Sorted by email address. */
    list(organizationId: string): Promise<Member[]> {
      return members(organizationId).orderBy(sql`lower(users.email)`).execute()
    },

    find(organizationId: string, userId: string): Promise<Member | undefined> {
      return members(organizationId).where('members.user_id', '=', userId).executeTakeFirst()
    },

    async countOwners(organizationId: string) {
      const row = await metadata
        .selectFrom('members')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'owner')
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    /** The addresses that belong to members. */
    async emailsAmong(organizationId: string, emails: readonly string[]) {
      const rows = await metadata
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.user_id')
        .select(sql<string>`lower(users.email)`.as('email'))
        .where('members.organization_id', '=', organizationId)
        .where(sql<string>`lower(users.email)`, 'in', emails)
        .execute()
      return rows.map(({ email }) => email)
    },

    /** The projects among `refs` that belong to the organization, sorted by name. */
    async projectsAmong(organizationId: string, refs: readonly string[]) {
      if (refs.length === 0) return []
      return metadata
        .selectFrom('projects')
        .select(['ref', 'name'])
        .where('organization_id', '=', organizationId)
        .where('ref', 'in', refs)
        .orderBy(sql`lower(name)`)
        .execute()
    },

    /** False when the user is already a member. */
    async add(organizationId: string, userId: string, access: StoredAccess) {
      const { numInsertedOrUpdatedRows } = await metadata
        .insertInto('members')
        .values({ organization_id: organizationId, user_id: userId, role: access.role })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return false
      await store.setAccess(organizationId, userId, access)
      return true
    },

    async setAccess(organizationId: string, userId: string, { role, projects }: StoredAccess) {
      const memberKey = { organization_id: organizationId, user_id: userId }
      await metadata
        .updateTable('members')
        .set({ role })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
      await metadata
        .deleteFrom('project_roles')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
      if (projects.length > 0)
        await metadata
          .insertInto('project_roles')
          .values(projects.map((project) => ({ ...memberKey, ...project })))
          .execute()
      await deleteInaccessibleNotifications(organizationId, userId)
    },

    async remove(organizationId: string, userId: string) {
      await metadata
        .deleteFrom('members')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
    },
  }
  return store
}

/**
 * Serializes changes of an organization's members: of two owners who leave at the same moment, the second is refused.
 */
export const withMembersLocked = <T>(
  metadata: Metadata,
  organizationId: string,
  work: (transaction: Metadata) => Promise<T>,
): Promise<T> =>
  metadata.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute()
    return work(transaction)
  })
