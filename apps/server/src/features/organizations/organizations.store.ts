import { AI_LEVEL_OF_NEW, type AiLevel, lowerLevel, tagsOf } from '@basalt/contract/ai/ai-level.rules.ts'
import type { OrganizationMfa } from '@basalt/contract/mfa/mfa.schema.ts'
import { type PlanId, plans } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { sql } from 'kysely'
import { newSlug } from '../../platform/ids.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type OrganizationStore = ReturnType<typeof organizationStore>

interface Row {
  id: string
  slug: string
  name: string
  plan: PlanId
  requires_mfa: boolean
  ai_level: AiLevel
  created_at: string
}

/**
 * Organizations and their members. `highestAiLevel` is the highest level of access to data that the installation allows
 * AI, whatever an organization has chosen.
 */
export function organizationStore(metadata: Metadata, highestAiLevel: AiLevel) {
  const toOrganization = ({ plan, requires_mfa, ai_level, ...row }: Row): Organization => ({
    ...row,
    plan: { id: plan, name: plans[plan] },
    organization_requires_mfa: requires_mfa,
    opt_in_tags: tagsOf(lowerLevel(ai_level, highestAiLevel)),
    // Always the same, because nothing is sold here.
    managed_by: 'basalt',
    usage_billing_enabled: false,
  })
  const columns = ['id', 'slug', 'name', 'plan', 'requires_mfa', 'ai_level', 'created_at'] as const
  const joinedColumns = [
    'organizations.id',
    'organizations.slug',
    'organizations.name',
    'organizations.plan',
    'organizations.requires_mfa',
    'organizations.ai_level',
    'organizations.created_at',
  ] as const
  const ofUser = (userId: string) =>
    metadata
      .selectFrom('organizations')
      .innerJoin('members', 'members.organization_id', 'organizations.id')
      .select(joinedColumns)
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

    /** Undefined when there is none. */
    async idOf(slug: string) {
      const row = await metadata
        .selectFrom('organizations')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirst()
      return row?.id
    },

    /** False when nothing changed. */
    async requireMfa(id: string, isRequired: boolean) {
      const { numUpdatedRows } = await metadata
        .updateTable('organizations')
        .set({ requires_mfa: isRequired })
        .where('id', '=', id)
        .where('requires_mfa', '<>', isRequired)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns user ids. */
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

    /** The organizations of a member that require MFA. */
    requiringMfa(userId: string) {
      return metadata
        .selectFrom('organizations')
        .innerJoin('members', 'members.organization_id', 'organizations.id')
        .select(['organizations.id', 'organizations.slug'])
        .where('members.user_id', '=', userId)
        .where('organizations.requires_mfa', '=', true)
        .execute()
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
          .values({ name, slug: newSlug(name), plan, ai_level: lowerLevel(AI_LEVEL_OF_NEW, highestAiLevel) })
          .returning(columns)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('members')
          .values({ organization_id: row.id, user_id: userId, role: 'owner' })
          .execute()
        return toOrganization(row)
      })
    },

    /** Undefined fields stay unchanged. */
    async change(id: string, changes: { name: string | undefined; ai_level: AiLevel | undefined }) {
      const row = await metadata
        .updateTable('organizations')
        .set(changes)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row && toOrganization(row)
    },

    /** What AI may see of the projects of an organization. */
    async aiLevelOf(slug: string): Promise<AiLevel> {
      const row = await metadata
        .selectFrom('organizations')
        .select('ai_level')
        .where('slug', '=', slug)
        .executeTakeFirst()
      return lowerLevel(row?.ai_level ?? 'disabled', highestAiLevel)
    },

    async changePlan(id: string, plan: PlanId) {
      const row = await metadata
        .updateTable('organizations')
        .set({ plan })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row && toOrganization(row)
    },

    /** False when it still has projects. */
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
