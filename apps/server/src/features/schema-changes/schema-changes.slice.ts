import { announceTables } from '../../platform/announce-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { schemaChangesRoutes } from './schema-changes.routes.ts'
import { schemaChangesService } from './schema-changes.service.ts'

/** Creating, changing and dropping tables. */
export const schemaChangesSlice = (platform: Platform, { recorded }: Pick<Ledger, 'recorded'>): Slice => ({
  routes: (app) =>
    app.register(
      schemaChangesRoutes({
        gates: platform.gates,
        announce: announceTables(platform),
        changes: schemaChangesService({
          transaction: platform.databases.asMember.transaction,
          recorded,
          ownerRows: platform.databases.asOwner.rows,
        }),
      }),
    ),
})
