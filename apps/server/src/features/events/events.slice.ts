import { projectOf } from '../../platform/event-bus.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { type EventDeps, eventRoutes, mountEventSocket } from './events.routes.ts'

/** The event stream that keeps open dashboards up to date, also as a socket for programs. */
export function eventsSlice({ gates, bus, users, permissions }: Platform): Slice {
  const deps: EventDeps = {
    gates,
    bus,
    isCredentialValid: users.isCredentialValid,
    mayReceiveEvents: (userId, organizationId, event) =>
      permissions.mayReceiveEvents(userId, organizationId, projectOf(event)),
  }
  return {
    routes: (app) => app.register(eventRoutes(deps)),
    sockets: (app) => mountEventSocket(app, deps),
  }
}
