import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { schemaChangesRoutes } from './schema-changes.routes.ts'
import { schemaChangesService } from './schema-changes.service.ts'

/** Creating, changing and dropping tables. */
export const schemaChangesSlice = ({ gates, bus, projects, databases }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      schemaChangesRoutes({
        gates,
        async announce(ref, id) {
          const project = await projects.find(ref)
          if (project) bus.publish(project.organization_id, { type: 'tables_changed', ref, id })
        },
        changes: schemaChangesService({
          transaction: databases.asMember.transaction,
          ownerRows: databases.asOwner.rows,
        }),
      }),
    ),
})
