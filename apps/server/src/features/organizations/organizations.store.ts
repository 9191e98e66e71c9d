import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'
import { type PlanId, plans } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { sql } from 'kysely'
import { newSlug } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata.ts'

export type OrganizationStore = ReturnType<typeof organizationStore>

interface Row {
  id: string
  slug: string
  name: string
  plan: PlanId
  requires_mfa: boolean
  created_at: string
}

const toOrganization = ({ plan, requires_mfa, ...row }: Row): Organization => ({
  ...row,
  plan: { id: plan, name: plans[plan] },
  organization_requires_mfa: requires_mfa,
})

/** Organizations and who belongs to them. */
export function organizationStore(metadata: Metadata) {
  const shown = ['id', 'slug', 'name', 'plan', 'requires_mfa', 'created_at'] as const
  const shownJoined = [
    'organizations.id',
    'organizations.slug',
    'organizations.name',
    'organizations.plan',
    'organizations.requires_mfa',
    'organizations.created_at',
  ] as const
  const ofUser = (userId: string) =>
    metadata
      .selectFrom('organizations')
      .innerJoin('members', 'members.organization_id', 'organizations.id')
      .select(shownJoined)
      .where('members.user_id', '=', userId)

  return {
    async list(userId: string) {
      const rows = await ofUser(userId)
        .orderBy(sql`lower(organizations.name)`)
        .orderBy('organizations.id')
        .execute()
      return rows.map(toOrganization)
    },

    /** Undefined when there is none, or the user does not belong to it. */
    async findFor(userId: string, slug: string) {
      const row = await ofUser(userId).where('organizations.slug', '=', slug).executeTakeFirst()
      return row && toOrganization(row)
    },

    /** False when it was so before. */
    async requireMfa(id: string, isRequired: boolean) {
      const { numUpdatedRows } = await metadata
        .updateTable('organizations')
        .set({ requires_mfa: isRequired })
        .where('id', '=', id)
        .where('requires_mfa', '<>', isRequired)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Their user ids. */
    async membersWithoutMfa(id: string) {
      const rows = await metadata
        .selectFrom('members')
        .leftJoin('mfa_factors', 'mfa_factors.user_id', 'members.user_id')
        .select('members.user_id')
        .where('members.organization_id', '=', id)
        .where('mfa_factors.confirmed_at', 'is', null)
        .execute()
      return rows.map(({ user_id }) => user_id)
    },

    mfa(id: string): Promise<OrganizationMfa> {
      return metadata
        .selectFrom('organizations')
        .leftJoin('members', 'members.organization_id', 'organizations.id')
        .leftJoin('mfa_factors', 'mfa_factors.user_id', 'members.user_id')
        .select([
          'organizations.requires_mfa as required',
          sql<number>`count(members.user_id)::int`.as('members'),
          sql<number>`count(mfa_factors.confirmed_at)::int`.as('members_enrolled'),
        ])
        .where('organizations.id', '=', id)
        .groupBy('organizations.id')
        .executeTakeFirstOrThrow()
    },

    create(userId: string, name: string, plan: PlanId): Promise<Organization> {
      return metadata.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('organizations')
          .values({ name, slug: newSlug(name), plan })
          .returning(shown)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('members')
          .values({ organization_id: row.id, user_id: userId, role: 'owner' })
          .execute()
        return toOrganization(row)
      })
    },

    async rename(id: string, name: string) {
      const row = await metadata
        .updateTable('organizations')
        .set({ name })
        .where('id', '=', id)
        .returning(shown)
        .executeTakeFirst()
      return row && toOrganization(row)
    },

    async changePlan(id: string, plan: PlanId) {
      const row = await metadata
        .updateTable('organizations')
        .set({ plan })
        .where('id', '=', id)
        .returning(shown)
        .executeTakeFirst()
      return row && toOrganization(row)
    },

    /** False when projects are left in it. */
    async removeEmpty(id: string) {
      const { numDeletedRows } = await metadata
        .deleteFrom('organizations')
        .where('id', '=', id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('projects')
                .select('ref')
                .whereRef('projects.organization_id', '=', 'organizations.id'),
            ),
          ),
        )
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
