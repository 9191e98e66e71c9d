import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance } from 'fastify'
import { billingRoutes } from './features/billing/billing.routes.ts'
import type { InstanceAccess } from './features/instances/instance-access.ts'
import { instanceGauge, measuredStatuses } from './features/instances/instance-gauge.ts'
import type { NotificationService } from './features/notifications/notifications.service.ts'
import { diskNotice, usageLimitNotice } from './features/notifications/usage-notice.ts'
import type { OrganizationStore } from './features/organizations/organizations.store.ts'
import type { ProjectStore } from './features/projects/projects.store.ts'
import { usageMetering } from './features/usage/metering.ts'
import { usageRoutes } from './features/usage/usage.routes.ts'
import type { Gates } from './http/gate.ts'
import type { EventBus } from './platform/event-bus.ts'
import type { Metadata } from './platform/metadata/metadata.ts'

interface Deps {
  metadata: Metadata
  bus: EventBus
  engine: Engine
  access: InstanceAccess
  gates: Gates
  projects: ProjectStore
  organizations: OrganizationStore
  notifier: NotificationService
  /** Whether organizations choose their plans themselves. */
  isBillingOffered: boolean
  now: () => Date
  onError(error: unknown, what: string): void
}

/** Usage and plans with all they ask of the other features. What is to be measured besides joins `gauges`. */
export function usageSlice(deps: Deps) {
  const { engine, access, gates, projects, organizations, notifier, isBillingOffered, now } = deps
  const metering = usageMetering({
    metadata: deps.metadata,
    bus: deps.bus,
    now,
    onError: deps.onError,
    projects: () => projects.listIn(measuredStatuses),
    gauges: [instanceGauge(engine, access)],
    disk: () => engine.disk(),
    notifier: {
      limitPassed: (id, metric, item) => notifier.notifyMembers(id, usageLimitNotice(metric, item)),
      diskNearlyFull: (id, level, disk) => notifier.notifyMembers(id, diskNotice(level, disk)),
    },
  })
  const routes = async (app: FastifyInstance) => {
    // Once no request is left that could count.
    app.addHook('onClose', metering.close)
    await app.register(
      usageRoutes({
        gates,
        service: metering.service,
        flush: metering.flush,
        isProjectOf: async (organizationId, ref) =>
          (await projects.find(ref))?.organization_id === organizationId,
        now,
      }),
    )
    await app.register(
      billingRoutes({
        gates,
        changePlan: async (id, plan) => {
          const changed = await organizations.changePlan(id, plan)
          if (changed) deps.bus.publish(id, { type: 'organization', organization_slug: changed.slug })
          return changed
        },
        isOffered: isBillingOffered,
        now,
      }),
    )
  }
  return { metering, routes }
}
