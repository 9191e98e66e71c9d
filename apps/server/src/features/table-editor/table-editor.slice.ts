import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ResolveDatabase } from '../../platform/project-databases/resolve-database.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { entityStore } from './entities.store.ts'
import { gridService } from './grid.service.ts'
import { rowSavesStore } from './row-saves.store.ts'
import { tableEditorRoutes } from './table-editor.routes.ts'

/** Browsing and editing the rows of tables and views. */
export function tableEditorSlice(
  { gates, metadata, databases: { asOwner, asMember } }: Platform,
  { recorded, databaseOf }: Pick<Ledger, 'recorded'> & { databaseOf: ResolveDatabase },
): Slice {
  const saves = rowSavesStore(metadata)
  return {
    routes: (app) =>
      app.register(
        tableEditorRoutes({
          gates,
          databaseOf,
          entities: entityStore(asOwner.rows),
          grid: gridService({
            reads: asMember.reads,
            trips: asMember.trips,
            transaction: asMember.transaction,
            recorded,
            ownerRows: asOwner.rows,
            saves,
          }),
        }),
      ),
    jobs: [
      {
        name: 'row-saves-retention',
        title: 'Delete records of old saves',
        schedule: every({ hours: 1 }),
        run: saves.sweep,
      },
    ],
  }
}
