import { ROW_SAVES_KEPT_HOURS } from '@basalt/contract/table-editor/grid.rules.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type RowSavesStore = ReturnType<typeof rowSavesStore>

/** A save that is about to be committed. */
export interface RowSave {
  readonly ref: string
  readonly id: string
  /** Of what was to be saved. */
  readonly fingerprint: Buffer
  /** The id of its transaction, as `pg_current_xact_id` returns it. */
  readonly transaction: string
  /** One for each change: null when it was not saved, else what identifies the row now; empty for a deleted row. */
  readonly rows: readonly (readonly string[] | null)[]
}

/** The latest saves of all projects. */
export const rowSavesStore = (metadata: Metadata) => ({
  find: (ref: string, id: string): Promise<RowSave | undefined> =>
    metadata
      .selectFrom('row_saves')
      .select(['ref', 'id', 'fingerprint', 'transaction', 'rows'])
      .where('ref', '=', ref)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Replaces a save with the same id, whose transaction was rolled back. */
  async keep({ rows, ...save }: RowSave) {
    const values = { ...save, rows: JSON.stringify(rows) }
    await metadata
      .insertInto('row_saves')
      .values(values)
      .onConflict((known) => known.columns(['ref', 'id']).doUpdateSet({ ...values, saved_at: sql`now()` }))
      .execute()
  },

  /** Deletes saves older than ROW_SAVES_KEPT_HOURS. */
  async sweep() {
    await sql`delete from row_saves where saved_at < now() - make_interval(hours => ${ROW_SAVES_KEPT_HOURS})`.execute(
      metadata,
    )
  },
})
