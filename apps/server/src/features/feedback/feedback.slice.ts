import { randomUUID } from 'node:crypto'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Notice, Notifier } from '../notifications/notifications.port.ts'
import { feedbackRoutes } from './feedback.routes.ts'

/** Ideas that users share with the owner of the installation. */
export const feedbackSlice = (
  { gates, installationOwnerId, now }: Platform,
  { notifier }: { notifier: Pick<Notifier, 'notifyUser'> },
): Slice => ({
  routes: (app) =>
    app.register(
      feedbackRoutes({
        gates,
        async notifyOwner(idea) {
          const ownerId = await installationOwnerId()
          if (ownerId !== undefined) await notifier.notifyUser(ownerId, feedbackNotice(idea))
        },
        now,
      }),
    ),
})

/** The notification the owner of the installation gets for one idea. Ideas are never merged: each has a unique key. */
function feedbackNotice(idea: { email: string; message: string; page: string | undefined }): Notice {
  return {
    name: 'feedback',
    priority: 'Info',
    title: 'New idea shared',
    message: `**${escapeMarkdown(idea.email)}** writes:\n\n${escapeMarkdown(idea.message)}`,
    actions: idea.page === undefined ? [] : [{ label: 'Open the page', url: idea.page }],
    key: `feedback:${randomUUID()}`,
  }
}
