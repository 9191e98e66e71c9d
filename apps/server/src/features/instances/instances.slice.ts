import { directHostOf } from '../../http/reachable-host.ts'
import type { Migration } from '../../platform/metadata/migrations.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Notifier, ReportIncident } from '../notifications/notifications.port.ts'
import { databasePasswords } from './database-passwords.ts'
import { databaseProbe } from './database-probe.ts'
import { instanceGauge } from './instance-gauge.ts'
import { PROBE_EVERY_MS, WATCH_EVERY_MS } from './instance-watch.rules.ts'
import { instanceWatch, type WatchTimes } from './instance-watch.ts'
import { instanceRoutes } from './instances.routes.ts'
import { lifecycleOf } from './lifecycle.ts'
import { portRoom } from './port-room.ts'
import { portsNotice } from './ports-notice.ts'
import { projectSetup } from './project-setup.ts'
import { projectStatusesOver, type StatusStore } from './project-statuses.ts'
import { type Doorman, sleepingInstances } from './sleeping-instances.ts'
import { createWorkQueue } from './work-queue.ts'

interface Needs {
  store: StatusStore
  migrations: Migration[]
  /** Defaults to the usual times. */
  watchTimes?: WatchTimes | undefined
  notifier: Pick<Notifier, 'notifyUserOnce'>
  reportIncident: ReportIncident
  /** Hands a database who may connect, for its next start. */
  handRules(ref: string): Promise<void>
  poolers: {
    disconnect(ref: string, only?: { role: string }): void
    /** False when somebody uses the database through a pooler. */
    releaseUnused(ref: string): Promise<boolean>
    doorman: Doorman
  }
  /** Closes what all features keep open to a database. */
  release(ref: string): Promise<unknown>
  /** Removes what all features keep of a project that was deleted. */
  forget(ref: string): Promise<void>
}

const USUAL_TIMES: WatchTimes = { watchEveryMs: WATCH_EVERY_MS, probeEveryMs: PROBE_EVERY_MS }

/** The databases of projects: creating, starting, watching and stopping them. */
export function instancesSlice(platform: Platform, needs: Needs) {
  const { gates, config, engine, doors, databases, projectSecrets: secrets, users, bus, failed } = platform
  const { notifier, reportIncident, handRules, poolers } = needs
  const { doorman } = poolers
  const release = async (ref: string) => {
    await Promise.all([databases.release(ref), needs.release(ref)])
  }
  const statuses = projectStatusesOver(needs.store, bus)
  const setup = projectSetup({ databases, secrets, migrations: needs.migrations })
  const onWorkFailed = failed('Work on an instance failed')
  const queue = createWorkQueue((ref, error) => onWorkFailed(error, ref))
  const sleeping = sleepingInstances({
    engine,
    statuses,
    setup,
    queue,
    doors,
    doorman,
    async letGo(ref) {
      if (!(await poolers.releaseUnused(ref))) return false
      await release(ref)
      return true
    },
    onError: failed('Sleeping failed'),
  })
  databases.wakeBy(sleeping.wake)
  const lifecycle = lifecycleOf({
    engine,
    statuses,
    secrets,
    setup,
    queue,
    sleeping,
    doorman,
    handRules,
    report: reportIncident,
    release(ref) {
      poolers.disconnect(ref)
      return release(ref)
    },
    forget: needs.forget,
  })
  const watch = instanceWatch({
    projects: lifecycle.watched,
    isBusy: lifecycle.isBusy,
    finish: lifecycle.finish,
    waitingForRoom: lifecycle.waitingForRoom,
    startInRoom: lifecycle.startInRoom,
    probe: databaseProbe(engine, databases),
    becameUnhealthy: lifecycle.becameUnhealthy,
    recovered: lifecycle.recovered,
    settleSleepers: lifecycle.settleSleepers,
    onError: failed('Watching the databases failed'),
    times: needs.watchTimes ?? USUAL_TIMES,
  })
  const passwords = databasePasswords({
    databases,
    secrets,
    disconnect: (ref, role) => poolers.disconnect(ref, { role }),
  })
  return {
    statuses,
    lifecycle,
    watch,
    fallAsleep: sleeping.fallAsleep,
    gauge: instanceGauge(engine, databases),
    room: portRoom({
      engine,
      async tell(ports) {
        const owner = await users.installationOwner()
        if (owner) await notifier.notifyUserOnce(owner.id, portsNotice(ports))
      },
      onError: failed('Reporting that few ports are left failed'),
    }),
    routes: (app) =>
      app.register(instanceRoutes({ gates, engine, databases, passwords, directHost: directHostOf(config) })),
    start: watch.start,
    close: watch.close,
  } satisfies Slice & Record<string, unknown>
}
