import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance } from 'fastify'
import type { UserStore } from './features/access/users.store.ts'
import { databaseProbe } from './features/instances/database-probe.ts'
import type { InstanceAccess } from './features/instances/instance-access.ts'
import { PROBE_EVERY_MS, WATCH_EVERY_MS } from './features/instances/instance-watch.rules.ts'
import { instanceWatch, type WatchTimes } from './features/instances/instance-watch.ts'
import { type LifecycleDeps, lifecycleOf } from './features/instances/lifecycle.ts'
import { portRoom } from './features/instances/port-room.ts'
import type { NotificationService } from './features/notifications/notifications.service.ts'
import { portsNotice } from './features/notifications/ports-notice.ts'

interface Deps extends LifecycleDeps {
  app: FastifyInstance
  engine: Engine
  access: InstanceAccess
  users: Pick<UserStore, 'installationOwner'>
  notifier: Pick<NotificationService, 'notifyUserOnce'>
  /** Defaults to the usual times. */
  watchTimes?: WatchTimes | undefined
}

const USUAL_TIMES: WatchTimes = { watchEveryMs: WATCH_EVERY_MS, probeEveryMs: PROBE_EVERY_MS }

/**
 * The commands for instances, and the watch that finishes interrupted work and notices databases that stop answering.
 */
export function composeLifecycle({ app, access, users, notifier, watchTimes = USUAL_TIMES, ...deps }: Deps) {
  const lifecycle = lifecycleOf(deps)
  const watch = instanceWatch({
    projects: lifecycle.watched,
    isBusy: lifecycle.isBusy,
    finish: lifecycle.finish,
    waitingForRoom: lifecycle.waitingForRoom,
    startInRoom: lifecycle.startInRoom,
    probe: databaseProbe(deps.engine, access),
    becameUnhealthy: lifecycle.becameUnhealthy,
    recovered: lifecycle.recovered,
    settleSleepers: lifecycle.settleSleepers,
    onError: (error, ref) => app.log.error({ err: error, ref }, 'Watching the databases failed'),
    times: watchTimes,
  })
  app.addHook('onClose', watch.close)
  const room = portRoom({
    engine: deps.engine,
    tell: async (ports) => {
      const owner = await users.installationOwner()
      if (owner) await notifier.notifyUserOnce(owner.id, portsNotice(ports))
    },
    onError: (error) => app.log.error({ err: error }, 'Reporting that few ports are left failed'),
  })
  return { lifecycle, watch, room }
}
