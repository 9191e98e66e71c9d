import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { schemaDiagramRoutes } from './schema-diagram.routes.ts'
import { schemaDiagramStore } from './schema-diagram.store.ts'

/** The tables of a schema as a diagram and as SQL. */
export const schemaDiagramSlice = ({ gates, databases: { asMember } }: Platform): Slice => ({
  routes: (app) =>
    app.register(schemaDiagramRoutes({ gates, diagrams: schemaDiagramStore(asMember.transaction) })),
})
