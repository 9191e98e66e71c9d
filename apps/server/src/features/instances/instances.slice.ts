import { directHostOf } from '../../http/reachable-host.ts'
import type { Migration } from '../../platform/metadata/migrations.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Notifier, ReportIncident } from '../notifications/notifications.port.ts'
import { databasePasswords } from './database-passwords.ts'
import { databaseProbe } from './database-probe.ts'
import { instanceGauge } from './instance-gauge.ts'
import { PROBE_INTERVAL_MS, WATCH_INTERVAL_MS } from './instance-watch.rules.ts'
import { instanceWatch, type WatchTimes } from './instance-watch.ts'
import { instanceRoutes } from './instances.routes.ts'
import { lifecycleOf } from './lifecycle.ts'
import { portCapacity, portsNotice } from './port-capacity.ts'
import { projectSetup } from './project-setup.ts'
import { projectStatusesOver, type StatusStore } from './project-statuses.ts'
import { sleepingInstances, type WakeListener } from './sleeping-instances.ts'
import { createWorkQueue } from './work-queue.ts'

interface Needs {
  store: StatusStore
  migrations: Migration[]
  /** `WATCH_INTERVAL_MS` and `PROBE_INTERVAL_MS` by default. */
  watchTimes?: WatchTimes | undefined
  notifier: Pick<Notifier, 'notifyUserOnce'>
  reportIncident: ReportIncident
  /** Passes a database its access rules, for its next start. */
  pushRules(ref: string): Promise<void>
  poolers: {
    disconnect(ref: string, only?: { role: string }): void
    /** False when a pooler client uses the database. */
    releaseUnused(ref: string): Promise<boolean>
    wakeListener: WakeListener
  }
  /** Closes what all features keep open to a database. */
  release(ref: string): Promise<unknown>
  /** Removes what all features store of a deleted project. */
  forget(ref: string): Promise<void>
}

const DEFAULT_TIMES: WatchTimes = { watchIntervalMs: WATCH_INTERVAL_MS, probeIntervalMs: PROBE_INTERVAL_MS }

/** The databases of projects: creating, starting, watching and stopping them. */
export function instancesSlice(platform: Platform, needs: Needs) {
  const { gates, config, engine, locks, databases, projectSecrets: secrets, users, bus, failed } = platform
  const { notifier, reportIncident, pushRules, poolers } = needs
  const { wakeListener } = poolers
  const release = async (ref: string) => {
    await Promise.all([databases.release(ref), needs.release(ref)])
  }
  const statuses = projectStatusesOver(needs.store, bus)
  const setup = projectSetup({
    databases,
    secrets,
    migrations: needs.migrations,
    postgresVersion: engine.version,
  })
  const onWorkFailed = failed('Work on an instance failed')
  const queue = createWorkQueue((ref, error) => onWorkFailed(error, ref))
  const sleeping = sleepingInstances({
    engine,
    statuses,
    setup,
    queue,
    locks,
    wakeListener,
    async releaseIdle(ref) {
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
    wakeListener,
    pushRules,
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
    waitingForDisk: lifecycle.waitingForDisk,
    retryStart: lifecycle.retryStart,
    probe: databaseProbe(engine, databases),
    becameUnhealthy: lifecycle.becameUnhealthy,
    recovered: lifecycle.recovered,
    reconcileSleeping: lifecycle.reconcileSleeping,
    onError: failed('Watching the databases failed'),
    times: needs.watchTimes ?? DEFAULT_TIMES,
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
    passwordStatements: setup.passwordStatements,
    prepareUnstored: setup.prepareUnstored,
    fallAsleep: sleeping.fallAsleep,
    gauge: instanceGauge(engine, databases),
    capacity: portCapacity({
      engine,
      async notify(ports) {
        const owner = await users.installationOwner()
        if (owner) await notifier.notifyUserOnce(owner.id, portsNotice(ports))
      },
      onError: failed('Reporting that few ports are left failed'),
    }),
    routes: (app) =>
      app.register(instanceRoutes({ gates, engine, databases, passwords, directHost: directHostOf(config) })),
    start: watch.start,
    close: watch.close,
  } satisfies SliceWithPort
}
