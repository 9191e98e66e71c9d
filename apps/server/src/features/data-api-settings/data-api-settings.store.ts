import { dataApiDefaults } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { keptReads } from '../../platform/kept-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type DataApiSettingsStore = ReturnType<typeof dataApiSettingsStore>

type Listener = (ref: string, settings: DataApiSettings, before: DataApiSettings) => void

/** What each project's Data API exposes. Kept in memory, because every request of that API asks. */
export function dataApiSettingsStore(metadata: Metadata) {
  const listeners = new Set<Listener>()
  const columns = ['db_schemas', 'db_extra_search_path', 'max_rows', 'db_pool'] as const

  const read = async (ref: string): Promise<DataApiSettings> => {
    const row = await metadata
      .selectFrom('data_api_settings')
      .select(columns)
      .where('ref', '=', ref)
      .executeTakeFirst()
    const { db_schemas, db_extra_search_path, max_rows, db_pool } = dataApiDefaults
    return (
      row ?? {
        max_rows,
        db_pool,
        db_schemas: [...db_schemas],
        db_extra_search_path: [...db_extra_search_path],
      }
    )
  }

  const known = keptReads(read)

  return {
    of: known.of,

    async set(ref: string, settings: DataApiSettings) {
      const before = await known.of(ref)
      await metadata
        .insertInto('data_api_settings')
        .values({ ref, ...settings })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet(settings))
        .execute()
      known.forget(ref)
      for (const tell of listeners) tell(ref, settings, before)
    },

    /** Calls `listener` after settings have changed, so that what was derived from them is derived again. */
    onChange: (listener: Listener) => void listeners.add(listener),

    /** Of a project that is gone, whose ref may come again. */
    forget: known.forget,
  }
}
