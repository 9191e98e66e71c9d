import { projectOf } from '../../platform/event-bus.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { eventRoutes } from './events.routes.ts'

/** The stream that keeps open dashboards up to date. */
export const eventsSlice = ({ gates, bus, users, permissions }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      eventRoutes({
        gates,
        bus,
        isStillVouched: users.isStillVouched,
        mayHear: (userId, organizationId, event) =>
          permissions.mayHear(userId, organizationId, projectOf(event)),
      }),
    ),
})
