import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { entityStore } from './entities.store.ts'
import { tableEditorRoutes } from './table-editor.routes.ts'

/** Browsing and editing the rows of tables and views. */
export const tableEditorSlice = ({ gates, databases }: Platform): Slice => ({
  routes: (app) => app.register(tableEditorRoutes({ gates, entities: entityStore(databases.asOwner.rows) })),
})
