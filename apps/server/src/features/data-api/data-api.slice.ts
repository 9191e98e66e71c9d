import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { DataApiSettingsOf } from '../data-api-settings/data-api-settings.port.ts'
import type { ChooseReadDatabase } from '../replicas/replicas.port.ts'
import { dataApiRoutes } from './data-api.routes.ts'
import { schemaCaches } from './schema-caches.ts'

/** The Data API of projects. */
export function dataApiSlice(
  { apiGates: gates, databases: { asCaller: databases, asReader: replicas }, failed }: Platform,
  {
    settingsOf,
    chooseReadDatabase,
  }: { settingsOf: DataApiSettingsOf; chooseReadDatabase: ChooseReadDatabase },
) {
  const caches = schemaCaches({ databases, onError: failed('Reading the schema failed') })
  return {
    /** A new object after each change of a project's exposed schemas. */
    versionOf: async (ref: string) => caches.version(ref, (await settingsOf(ref)).db_schemas),
    routes: (app) =>
      app.register(dataApiRoutes({ databases, replicas, chooseReadDatabase, caches, gates, settingsOf })),
    close: caches.closeAll,
    release: caches.close,
    forget: caches.forget,
  } satisfies SliceWithPort
}
