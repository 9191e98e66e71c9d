import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { usageMetering } from './metering.ts'
import type { Gauge } from './usage.port.ts'
import { usageRoutes } from './usage.routes.ts'
import { diskNotice, usageLimitNotice } from './usage-notice.ts'

/** Statuses in which a project has an instance that is neither being created nor deleted. */
const measuredStatuses = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INACTIVE',
  'PAUSE_FAILED',
  'RESTORE_FAILED',
] as const satisfies ProjectStatus[]

interface Needs {
  notifier: Pick<Notifier, 'notifyMembers'>
  gauges: readonly Gauge[]
}

/** What projects use, measured against their plans. */
export function usageSlice(platform: Platform, { notifier, gauges }: Needs) {
  const { gates, metadata, bus, engine, projects, now, log } = platform
  const metering = usageMetering({
    metadata,
    bus,
    now,
    onError: (error, what) => log.error({ err: error }, what),
    projects: () => projects.listIn(measuredStatuses),
    gauges,
    disk: () => engine.disk(),
    notifier: {
      limitPassed: (id, metric, item) => notifier.notifyMembers(id, usageLimitNotice(metric, item)),
      diskNearlyFull: (id, level, disk) => notifier.notifyMembers(id, diskNotice(level, disk)),
    },
  })
  return {
    metering,
    routes: (app) =>
      app.register(
        usageRoutes({
          gates,
          service: metering.service,
          flush: metering.flush,
          isProjectOf: async (organizationId, ref) =>
            (await projects.find(ref))?.organization_id === organizationId,
          now,
        }),
      ),
    jobs: [
      {
        name: 'measure-usage',
        title: 'Measure project usage',
        // Often enough for daily averages and quotas, rare enough to keep an idle server idle.
        schedule: every({ minutes: 10 }),
        run: metering.measure,
      },
    ],
    start: metering.start,
    close: metering.close,
  } satisfies SliceWithPort
}
