import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { foreignServersRoutes } from './foreign-servers.routes.ts'
import { foreignServersService } from './foreign-servers.service.ts'

/** Tables of other PostgreSQL servers, by foreign data wrappers. */
export const foreignServersSlice = (
  { gates, databases, config }: Platform,
  { recorded }: Pick<Ledger, 'recorded'>,
): Slice => ({
  routes: (app) =>
    app.register(
      foreignServersRoutes({
        gates,
        service: foreignServersService({
          databases,
          recorded,
          reach: publicAnd(config.privateNetworks.requests),
        }),
      }),
    ),
})
