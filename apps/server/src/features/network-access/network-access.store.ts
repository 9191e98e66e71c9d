import type { Metadata } from '../../platform/metadata/metadata.ts'

export type NetworkAccessStore = ReturnType<typeof networkAccessStore>

export interface NetworkRules {
  ssl_enforced: boolean
  /** Null for every address. */
  allowed_cidrs: string[] | null
}

const OPEN: NetworkRules = { ssl_enforced: false, allowed_cidrs: null }

/** Who may connect to each project's database. */
export function networkAccessStore(metadata: Metadata) {
  return {
    async of(ref: string): Promise<NetworkRules> {
      const row = await metadata
        .selectFrom('network_access')
        .select(['ssl_enforced', 'allowed_cidrs'])
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row ?? OPEN
    },

    async set(ref: string, rules: NetworkRules) {
      await metadata
        .insertInto('network_access')
        .values({ ref, ...rules })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet(rules))
        .execute()
    },
  }
}
