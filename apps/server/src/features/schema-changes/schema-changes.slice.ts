import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { schemaChangesRoutes } from './schema-changes.routes.ts'
import { schemaChangesService } from './schema-changes.service.ts'

/** Creating, changing and dropping tables. */
export const schemaChangesSlice = ({ gates, databases }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      schemaChangesRoutes({
        gates,
        changes: schemaChangesService({ transaction: databases.asMember.transaction }),
      }),
    ),
})
