import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import { feedbackNotice } from './feedback-notice.ts'

/** Ideas that users share with the owner of the installation. */
export const feedbackSlice = (
  { gates, installationOwnerId, now }: Platform,
  { notifier }: { notifier: Pick<Notifier, 'notifyUser'> },
): Slice => ({
  routes: (app) =>
    app.register(
      feedbackRoutes({
        gates,
        async tellOwner(idea) {
          const ownerId = await installationOwnerId()
          if (ownerId !== undefined) await notifier.notifyUser(ownerId, feedbackNotice(idea))
        },
        now,
      }),
    ),
})
