import type { Metadata } from '../../platform/metadata/metadata.ts'

export type DedicatedPortStore = ReturnType<typeof dedicatedPortStore>

/** The port of each project's pooler. It never changes, so that connection strings stay valid. */
export function dedicatedPortStore(metadata: Metadata) {
  return {
    async find(ref: string): Promise<number | undefined> {
      const row = await metadata
        .selectFrom('dedicated_poolers')
        .select('port')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row?.port
    },

    async all(): Promise<Set<number>> {
      const rows = await metadata.selectFrom('dedicated_poolers').select('port').execute()
      return new Set(rows.map(({ port }) => port))
    },

    async set(ref: string, port: number) {
      await metadata
        .insertInto('dedicated_poolers')
        .values({ ref, port })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ port }))
        .execute()
    },

    /** Projects that may have a dedicated pooler, including stopped ones, whose pooler answers why they do not run. */
    async candidates(organizationId?: string): Promise<string[]> {
      const rows = await metadata
        .selectFrom('projects')
        .select('ref')
        .where('status', 'not in', ['COMING_UP', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED'])
        .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId!))
        .execute()
      return rows.map(({ ref }) => ref)
    },
  }
}
