import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { FollowedLogs, LogPlan } from '../logs/logs.port.ts'
import { drainWorkers } from './drain-workers.ts'
import { logDrainRoutes } from './log-drains.routes.ts'
import { logDrainsService } from './log-drains.service.ts'
import { logDrainStore } from './log-drains.store.ts'

/** Sends the logs of projects to other systems. */
export function logDrainsSlice(
  { gates, config, metadata, secrets, now, failed }: Platform,
  { followed: logs, planOf }: { followed: FollowedLogs; planOf: LogPlan },
) {
  const store = logDrainStore(metadata, secrets)
  const reach = publicAnd(config.privateNetworks.requests)
  const workers = drainWorkers({
    logs,
    store,
    reach,
    now,
    onFailed: failed('Sending logs to a drain failed'),
  })
  const drains = logDrainsService({ store, logs, workers, reach, now })
  return {
    routes: (app) => app.register(logDrainRoutes({ gates, drains, planOf })),
    start: () => void workers.start(),
    forget: workers.forget,
    close: workers.close,
  } satisfies SliceWithPort
}
