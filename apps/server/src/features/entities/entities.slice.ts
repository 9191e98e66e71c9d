import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { entitiesRoutes } from './entities.routes.ts'
import { entitiesStore } from './entities.store.ts'

/** What tables and views are called, how they are defined, and how they refer to each other. */
export const entitiesSlice = ({ gates, databases: { asOwner, asMember } }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      entitiesRoutes({
        gates,
        entities: entitiesStore({ rows: asOwner.rows, transaction: asMember.transaction }),
      }),
    ),
})
