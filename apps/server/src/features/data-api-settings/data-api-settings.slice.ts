import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { dataApiSettingsRoutes } from './data-api-settings.routes.ts'
import type { DataApiSettingsStore } from './data-api-settings.store.ts'

/** The settings of projects' Data APIs. */
export function dataApiSettingsSlice(
  { gates, databases: { asCaller } }: Platform,
  { settings }: { settings: DataApiSettingsStore },
): Slice {
  settings.onChange((ref, { db_pool }, before) => {
    if (db_pool !== before.db_pool) asCaller.renew(ref)
  })
  return {
    routes: (app) => app.register(dataApiSettingsRoutes({ gates, settings, databases: asCaller })),
    forget: settings.forget,
  }
}
