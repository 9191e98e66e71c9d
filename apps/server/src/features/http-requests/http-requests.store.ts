import type { Metadata } from '../../platform/metadata/metadata.ts'

/** When sleeping projects must be woken for requests that have not been sent, and which projects are awake. */
export function httpRequestStore(metadata: Metadata) {
  return {
    /** Healthy projects that are awake. */
    async awake(): Promise<string[]> {
      const rows = await metadata
        .selectFrom('projects')
        .select('ref')
        .where('status', '=', 'ACTIVE_HEALTHY')
        .where('asleep_since', 'is', null)
        .execute()
      return rows.map(({ ref }) => ref)
    },

    /** The projects that must be woken. */
    async refs(): Promise<string[]> {
      const rows = await metadata.selectFrom('http_request_wakes').select('ref').execute()
      return rows.map(({ ref }) => ref)
    },

    async wakeAt(ref: string): Promise<Date | undefined> {
      const row = await metadata
        .selectFrom('http_request_wakes')
        .select('wake_at')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row && new Date(row.wake_at)
    },

    async setWakeAt(ref: string, at: Date | undefined): Promise<void> {
      if (at)
        await metadata
          .insertInto('http_request_wakes')
          .values({ ref, wake_at: at })
          .onConflict((conflict) => conflict.column('ref').doUpdateSet({ wake_at: at }))
          .execute()
      else await metadata.deleteFrom('http_request_wakes').where('ref', '=', ref).execute()
    },
  }
}
