import { DEFAULT_POOL } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { AUTHENTICATOR_ROLE, projectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { Slice } from '../../platform/slice.ts'
import { dataApiSettingsRoutes } from './data-api-settings.routes.ts'
import { dataApiSettingsStore } from './data-api-settings.store.ts'

/** What the owner of a project decides about its APIs, and the connections that these share, as many as was decided. */
export function dataApiSettingsSlice({ gates, metadata, access, doors, bus, failed }: Platform) {
  const settings = dataApiSettingsStore(metadata)
  const databases = projectDatabases(
    async (ref) => ({
      ...(await access.target(ref, AUTHENTICATOR_ROLE)),
      max: (await settings.of(ref)).db_pool ?? DEFAULT_POOL,
    }),
    { enter: doors.enter, onError: failed("A connection of a project's APIs failed") },
  )
  settings.onChange((ref, { db_pool }, before) => {
    if (db_pool !== before.db_pool) databases.renew(ref)
  })
  bus.subscribe((_audience, event) => {
    if (event.type === 'project' && event.project.status === 'ACTIVE_UNHEALTHY')
      void databases.giveUp(event.project.ref)
  })
  return {
    settings,
    databases,
    routes: (app) => app.register(dataApiSettingsRoutes({ gates, settings, databases })),
    close: databases.closeAll,
    release: databases.close,
    forget: settings.forget,
  } satisfies Slice & Record<string, unknown>
}
