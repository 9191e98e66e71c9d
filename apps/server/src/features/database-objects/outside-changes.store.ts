import type { Selectable } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type OutsideChangeRow = Selectable<MetadataSchema['outside_changes']>

export type OutsideChangesStore = ReturnType<typeof outsideChangesStore>

/** Changes that run outside a transaction. All throw MetadataUnavailable. */
export function outsideChangesStore(metadata: Metadata) {
  return {
    async begin({ statements, ...row }: OutsideChangeRow): Promise<void> {
      await metadata
        .insertInto('outside_changes')
        .values({ ...row, statements: JSON.stringify(statements) })
        .execute()
    },

    async end(id: string): Promise<void> {
      await metadata.deleteFrom('outside_changes').where('id', '=', id).execute()
    },

    all: (): Promise<OutsideChangeRow[]> =>
      metadata.selectFrom('outside_changes').selectAll().orderBy('started_at').execute(),
  }
}
