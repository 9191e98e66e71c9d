import { announceTables } from '../../platform/announce-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { databaseObjectsRoutes } from './database-objects.routes.ts'
import { objectChanges } from './object-changes.service.ts'
import { objectReads } from './object-reads.ts'

/** What a database has besides tables: a list, a description and changes for each kind of object. */
export const databaseObjectsSlice = (platform: Platform, { recorded }: Pick<Ledger, 'recorded'>): Slice => ({
  routes: (app) =>
    app.register(
      databaseObjectsRoutes({
        gates: platform.gates,
        announce: announceTables(platform),
        reads: objectReads(platform.databases.asMember.transaction),
        changes: objectChanges({ transaction: platform.databases.asMember.transaction, recorded }),
      }),
    ),
})
