import { IPV4_BY_DEFAULT } from '@basalt/contract/addons/addons.rules.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type AddonStore = ReturnType<typeof addonStore>

/** Which add-ons each project has. */
export function addonStore(metadata: Metadata) {
  return {
    async hasIpv4(ref: string): Promise<boolean> {
      const row = await metadata
        .selectFrom('project_addons')
        .select('ipv4')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row?.ipv4 ?? IPV4_BY_DEFAULT
    },

    /** How many projects an organization has (`of`), and how many of them listen on IPv4. */
    async countIpv4(organizationId: string): Promise<{ projects: number; of: number }> {
      const hasIpv4 = sql<boolean>`coalesce(project_addons.ipv4, ${IPV4_BY_DEFAULT})`
      return metadata
        .selectFrom('projects')
        .leftJoin('project_addons', 'project_addons.ref', 'projects.ref')
        .select([
          sql<number>`(count(*) filter (where ${hasIpv4}))::int`.as('projects'),
          sql<number>`count(*)::int`.as('of'),
        ])
        .where('projects.organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
    },

    /** False when nothing changed. */
    async setIpv4(ref: string, ipv4: boolean): Promise<boolean> {
      if ((await this.hasIpv4(ref)) === ipv4) return false
      await metadata
        .insertInto('project_addons')
        .values({ ref, ipv4 })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ ipv4 }))
        .execute()
      return true
    },
  }
}
