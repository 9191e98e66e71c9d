import type { NotificationStatus } from '@basalt/contract/notifications/notifications.rules.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { Notice } from './notifications.port.ts'
import type { NotificationStore } from './notifications.store.ts'

interface Deps {
  store: NotificationStore
  bus: EventBus
  /** Forwards to the organization's webhooks; completes before the caller gets a response. */
  forward(organizationId: string, notice: Notice): Promise<void>
  /** A failed push is only logged: its content is in the metadata. */
  onPushFailed(error: unknown): void
}

export type NotificationService = ReturnType<typeof notificationService>

/** Stores notifications and updates the summaries of open dashboards. Methods return the number of recipients. */
export function notificationService({ store, bus, forward, onPushFailed }: Deps) {
  const pushes = new KeyedQueue()
  /** Serialized, so that the latest summary arrives last. */
  const push = (userIds: readonly string[]) =>
    void pushes
      .run('summaries', async () => {
        for (const [userId, summary] of await store.summaries(userIds))
          bus.publishToUser(userId, { type: 'notification_summary', summary })
      })
      .catch(onPushFailed)
  const pushTo = (userIds: string[]) => {
    push(userIds)
    return userIds.length
  }

  return {
    async notifyMembers(organizationId: string, notice: Notice) {
      const userIds = await store.notifyMembers(organizationId, notice)
      await forward(organizationId, notice)
      return pushTo(userIds)
    },

    async notifySome(organizationId: string, userIds: readonly string[], notice: Notice) {
      return pushTo(await store.notifySome(organizationId, userIds, notice))
    },

    async notifyUser(userId: string, notice: Notice) {
      return pushTo(await store.notifyUser(userId, notice))
    },

    async notifyUserOnce(userId: string, notice: Notice) {
      return pushTo(await store.notifyUserOnce(userId, notice))
    },

    async change(userId: string, changes: readonly { id: string; status: NotificationStatus }[]) {
      const count = await store.change(userId, changes)
      if (count > 0) push([userId])
      return count
    },

    async archiveAll(userId: string) {
      const count = await store.archiveAll(userId)
      if (count > 0) push([userId])
      return count
    },
  }
}
