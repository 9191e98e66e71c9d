import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { entityStore } from './entities.store.ts'
import { gridService } from './grid.service.ts'
import { tableEditorRoutes } from './table-editor.routes.ts'

/** Browsing and editing the rows of tables and views. */
export const tableEditorSlice = ({ gates, databases: { asOwner, asMember } }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      tableEditorRoutes({
        gates,
        entities: entityStore(asOwner.rows),
        grid: gridService({ transaction: asMember.transaction, ownerRows: asOwner.rows }),
      }),
    ),
})
