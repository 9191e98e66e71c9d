import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { incidentReport } from './incident-report.ts'
import type { Notice } from './notifications.port.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { notificationService } from './notifications.service.ts'
import { notificationStore } from './notifications.store.ts'
import { peopleNews } from './people-news.ts'

interface Needs {
  /** Sends a notice to the webhooks of an organization. Never throws. */
  forward(organizationId: string, notice: Notice): Promise<void>
}

/** What users are told, and the inbox where they read it. */
export function notificationsSlice({ gates, metadata, bus, projects, failed }: Platform, { forward }: Needs) {
  const store = notificationStore(metadata)
  const notifier = notificationService({
    store,
    bus,
    forward,
    onPushFailed: failed('Telling of notifications failed'),
  })
  return {
    notifier,
    reportIncident: incidentReport({
      notifier,
      projectOf: projects.find,
      onError: failed('Telling of an incident failed'),
    }),
    news: peopleNews(notifier, failed('Telling of people failed')),
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
  } satisfies Slice & Record<string, unknown>
}
