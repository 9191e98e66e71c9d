import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { incidentReporter } from './incident-notice.ts'
import { memberNotifier } from './member-notices.ts'
import type { Notice } from './notifications.port.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { notificationService } from './notifications.service.ts'
import { notificationStore } from './notifications.store.ts'

interface Needs {
  /** Sends a notice to the webhooks of an organization. Never throws. */
  forward(organizationId: string, notice: Notice): Promise<void>
}

/** Notifications and the inbox where users read them. */
export function notificationsSlice({ gates, metadata, bus, projects, failed }: Platform, { forward }: Needs) {
  const store = notificationStore(metadata)
  const notifier = notificationService({
    store,
    bus,
    forward,
    onPushFailed: failed('Pushing notifications failed'),
  })
  return {
    notifier,
    reportIncident: incidentReporter({
      notifier,
      projectOf: projects.find,
      onError: failed('Reporting an incident failed'),
    }),
    memberNotifier: memberNotifier(notifier, failed('Notifying about members failed')),
    routes: (app) =>
      app.register(
        notificationRoutes({
          gates,
          store,
          service: notifier,
          isProjectOf: async (organizationId, ref) =>
            (await projects.find(ref))?.organization_id === organizationId,
        }),
      ),
  } satisfies SliceWithPort
}
