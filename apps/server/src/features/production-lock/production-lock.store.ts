import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

const next = sql<number>`revision + 1`

/** The lock of a project, which is part of its row. */
export function productionLockStore(metadata: Metadata) {
  return {
    /** Locks it now, also when the lock was lifted. */
    async lock(ref: string, at: Date) {
      await metadata
        .updateTable('projects')
        .set({ locked_at: at.toISOString(), unlocked_until: null, revision: next })
        .where('ref', '=', ref)
        .execute()
    },

    async removeLock(ref: string) {
      await metadata
        .updateTable('projects')
        .set({ locked_at: null, unlocked_until: null, revision: next })
        .where('ref', '=', ref)
        .execute()
    },

    /** Lifts the lock until a time. False when there is none. */
    async lift(ref: string, until: string): Promise<boolean> {
      const { numUpdatedRows } = await metadata
        .updateTable('projects')
        .set({ unlocked_until: until, revision: next })
        .where('ref', '=', ref)
        .where('locked_at', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
