import { isDeepStrictEqual } from 'node:util'
import { dataApiDefaults } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { DataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.schema.ts'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { NO_OTHER_PROCESS, type SettingsChanges } from '../../platform/metadata/settings-changes.ts'

export type DataApiSettingsStore = ReturnType<typeof dataApiSettingsStore>

type Listener = (ref: string, settings: DataApiSettings, before: DataApiSettings) => void

/** The settings of each project's Data API. They are cached in memory, because every request of that API reads them. */
export function dataApiSettingsStore(metadata: Metadata, changes: SettingsChanges = NO_OTHER_PROCESS) {
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

  const known = cachedReads(read)
  const changedElsewhere = async (ref: string) => {
    const before = await known.take(ref)
    // Nothing here depends on what was never read.
    if (before === undefined) return
    const settings = await known.of(ref)
    if (isDeepStrictEqual(settings, before)) return
    for (const notify of listeners) notify(ref, settings, before)
  }
  // What cannot be read now is read by the next request.
  const refresh = (ref: string) => void changedElsewhere(ref).catch(() => undefined)
  changes.add('data-api', {
    forget: refresh,
    forgetAll: () => known.keys().forEach(refresh),
  })

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
      for (const notify of listeners) notify(ref, settings, before)
    },

    /** Calls `listener` after settings have changed. */
    onChange: (listener: Listener) => void listeners.add(listener),

    /** Called when a project is deleted, because a later project may get the same ref. */
    forget: known.forget,
  }
}
