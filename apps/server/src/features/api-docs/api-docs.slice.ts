import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { DataApiSettingsOf } from '../data-api-settings/data-api-settings.port.ts'
import { apiDocsRoutes } from './api-docs.routes.ts'
import { apiDocsStore } from './api-docs.store.ts'
import { clientTypesFrom } from './client-types.service.ts'

interface Needs {
  settingsOf: DataApiSettingsOf
  /** Returns the same object until the exposed schemas change. */
  versionOf(ref: string): Promise<object>
}

/** The documentation of a project's Data API, and the TypeScript types for clients. */
export const apiDocsSlice = (
  { gates, databases: { asCaller: databases } }: Platform,
  { settingsOf, versionOf }: Needs,
): Slice => ({
  routes: (app) =>
    app.register(
      apiDocsRoutes({
        gates,
        clientTypesOf: clientTypesFrom({ databases, settingsOf, versionOf }),
        docs: apiDocsStore({ databases, settingsOf }),
      }),
    ),
})
