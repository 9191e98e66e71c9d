import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { DataApiSettingsOf } from '../data-api-settings/data-api-settings.port.ts'
import { dataApiRoutes } from './data-api.routes.ts'
import { schemaCaches } from './schema-caches.ts'

/** The Data API of projects. */
export function dataApiSlice(
  { apiGates: gates, databases: { asCaller: databases }, failed }: Platform,
  { settingsOf }: { settingsOf: DataApiSettingsOf },
) {
  const caches = schemaCaches({ databases, onError: failed('Reading the schema failed') })
  return {
    /** A new object after each change of a project's exposed schemas. */
    versionOf: async (ref: string) => caches.version(ref, (await settingsOf(ref)).db_schemas),
    routes: (app) => app.register(dataApiRoutes({ databases, caches, gates, settingsOf })),
    close: caches.closeAll,
    release: caches.close,
    forget: caches.forget,
  } satisfies SliceWithPort
}
