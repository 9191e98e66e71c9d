import type { FailOverStep } from '@basalt/contract/replicas/replicas.rules.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type FailOver = Selectable<MetadataSchema['fail_overs']>

export type FailOverStore = ReturnType<typeof failOverStore>

const now = sql<string>`now()`

/** Fail-overs that have not ended: at most one of each project. All throw MetadataUnavailable. */
export function failOverStore(metadata: Metadata) {
  const open = () => metadata.selectFrom('fail_overs').selectAll().where('ended_at', 'is', null)
  return {
    of: (ref: string): Promise<FailOver | undefined> => open().where('ref', '=', ref).executeTakeFirst(),

    all: (): Promise<FailOver[]> => open().execute(),

    /**
     * Begins one, and reserves the replica for it. False when the replica is not in one of `from`, or another has not ended;
     * the transaction is then to be undone.
     */
    async begin(
      failOver: { id: string; ref: string; identifier: string },
      from: readonly string[],
      transaction: Transaction<MetadataSchema>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await transaction
        .updateTable('replicas')
        .set({ status: 'PROMOTING', error: null })
        .where('identifier', '=', failOver.identifier)
        .where('ref', '=', failOver.ref)
        .where(sql<boolean>`status = any(${sql.val(from)})`)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('fail_overs')
        .values(failOver)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async reach(id: string, step: FailOverStep) {
      await metadata.updateTable('fail_overs').set({ step }).where('id', '=', id).execute()
    },

    /** Gives one up that has changed nothing: the replica goes on following. */
    giveUp: ({ id, identifier }: Pick<FailOver, 'id' | 'identifier'>, error: string | null) =>
      metadata.transaction().execute(async (transaction) => {
        await transaction.updateTable('fail_overs').set({ ended_at: now }).where('id', '=', id).execute()
        await transaction
          .updateTable('replicas')
          .set({ status: 'ACTIVE_UNHEALTHY', error })
          .where('identifier', '=', identifier)
          .where('status', '=', 'PROMOTING')
          .execute()
      }),

    /**
     * The data is in its place: what is under the identifier of the replica is the former primary's, and the other replicas
     * are set up again, because they followed that.
     */
    placed: ({ id, ref, identifier }: Pick<FailOver, 'id' | 'ref' | 'identifier'>, at: Date) =>
      metadata.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('fail_overs')
          .set({ step: 'placed', ended_at: now })
          .where('id', '=', id)
          .execute()
        await transaction
          .updateTable('replicas')
          .set({ status: 'INACTIVE', is_former_primary: true, error: null })
          .where('identifier', '=', identifier)
          .execute()
        await transaction
          .updateTable('replicas')
          .set({
            status: 'INIT_READ_REPLICA',
            step: 'requested',
            reached: JSON.stringify({ requested: at }),
            error: null,
          })
          .where('ref', '=', ref)
          .where('identifier', '<>', identifier)
          .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'RESTARTING'])
          .where('is_former_primary', '=', false)
          .execute()
      }),
  }
}
