import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { replicationRoutes } from './replication.routes.ts'
import { replicationService } from './replication.service.ts'

/** Logical replication to and from other PostgreSQL servers. */
export const replicationSlice = (
  { gates, databases, config }: Platform,
  { recorded }: Pick<Ledger, 'recorded'>,
): Slice => ({
  routes: (app) =>
    app.register(
      replicationRoutes({
        gates,
        service: replicationService({
          databases,
          recorded,
          reach: publicAnd(config.privateNetworks.databases),
        }),
      }),
    ),
})
