import { openRelay } from '../../platform/other-databases/relay/relay.ts'
import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { foreignLoginStore } from './foreign-logins.store.ts'
import { foreignServersRoutes } from './foreign-servers.routes.ts'
import { foreignServersService } from './foreign-servers.service.ts'
import { unusedLogins } from './unused-logins.ts'

/** Tables of other PostgreSQL servers, by foreign data wrappers. */
export function foreignServersSlice(
  { gates, engine, databases, metadata, secrets, config, now, failed }: Platform,
  { recorded }: Pick<Ledger, 'recorded'>,
): Slice {
  const reach = publicAnd(config.privateNetworks.requests)
  const logins = foreignLoginStore(metadata, secrets)
  const onError = failed('Passing on connections of a database to other servers failed')
  const relay = openRelay({ engine, reach, findLogin: logins.find, onError })
  return {
    routes: (app) =>
      app.register(
        foreignServersRoutes({
          gates,
          service: foreignServersService({ databases, recorded, logins, reach }),
        }),
      ),
    jobs: [
      {
        name: 'foreign-logins-cleanup',
        title: 'Remove logins at other servers that no database uses',
        schedule: '40 4 * * *',
        forProjects: 'only-if-awake',
        notifiesOwner: false,
        run: unusedLogins({ databases, now, logins }),
      },
    ],
    // Databases that ran before this server did were not announced.
    start: (resumed) =>
      void resumed
        .then(logins.databases)
        .then((ids) => ids.forEach(relay.serve))
        .catch(onError),
    close: relay.close,
  }
}
