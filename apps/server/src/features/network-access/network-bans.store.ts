import type { Metadata } from '../../platform/metadata/metadata.ts'

export type NetworkBanStore = ReturnType<typeof networkBanStore>

/** Banned addresses by project. An expired ban counts as none, even while its row exists. */
export function networkBanStore(metadata: Metadata) {
  return {
    /** Bans an address, unless the project does not exist: logins may name any. Also deletes all expired bans. */
    async add(
      ref: string,
      { address, ...ban }: { address: string; failures: number; banned_at: Date },
      isOverBefore: Date,
    ): Promise<void> {
      await metadata
        .insertInto('network_bans')
        .columns(['ref', 'address', 'failures', 'banned_at'])
        .expression((from) =>
          from
            .selectFrom('projects')
            .select(({ val }) => [
              'ref',
              val(address).as('address'),
              val(ban.failures).as('failures'),
              val(ban.banned_at).as('banned_at'),
            ])
            .where('ref', '=', ref),
        )
        .onConflict((conflict) => conflict.columns(['ref', 'address']).doUpdateSet(ban))
        .execute()
      await metadata.deleteFrom('network_bans').where('banned_at', '<=', isOverBefore.toISOString()).execute()
    },

    async has(ref: string, address: string, since: Date): Promise<boolean> {
      const row = await metadata
        .selectFrom('network_bans')
        .select('address')
        .where('ref', '=', ref)
        .where('address', '=', address)
        .where('banned_at', '>', since.toISOString())
        .executeTakeFirst()
      return row !== undefined
    },

    /** Newest first. */
    list: (ref: string, since: Date) =>
      metadata
        .selectFrom('network_bans')
        .select(['address', 'failures', 'banned_at'])
        .where('ref', '=', ref)
        .where('banned_at', '>', since.toISOString())
        .orderBy('banned_at', 'desc')
        .orderBy('address')
        .execute(),

    async remove(ref: string, addresses: readonly string[]): Promise<void> {
      await metadata
        .deleteFrom('network_bans')
        .where('ref', '=', ref)
        .where('address', 'in', [...addresses])
        .execute()
    },
  }
}
