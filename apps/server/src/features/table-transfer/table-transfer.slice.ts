import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { exportService } from './exports/export.service.ts'
import { runningImports } from './imports/running-imports.ts'
import { type TransferRoutesDeps, tableTransferRoutes } from './table-transfer.routes.ts'

/** Rows of tables as files, and files as rows of tables. */
export function tableTransferSlice(
  { gates, databases: { asMember } }: Platform,
  {
    meter,
    recorded,
    databaseOf,
  }: Pick<TransferRoutesDeps, 'meter' | 'databaseOf'> & Pick<Ledger, 'recorded'>,
): Slice {
  const { transaction } = asMember
  const imports = runningImports({ transaction, recorded })
  return {
    routes(app) {
      // Shutdown waits for requests, and an import may run for long.
      app.addHook('preClose', imports.stopAll)
      return app.register(
        tableTransferRoutes({ gates, meter, databaseOf, exports: exportService({ transaction }), imports }),
      )
    },
    release: imports.stopOf,
  }
}
