import type { NotificationStatus } from '@basalt/contract/notifications/notifications.rules.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { Notice } from './notifications.port.ts'
import type { NotificationStore } from './notifications.store.ts'

interface Deps {
  store: NotificationStore
  bus: EventBus
  /** Where an organization is told of it besides: on its way before anybody here is answered. */
  forward(organizationId: string, notice: Notice): Promise<void>
  /** A push that fails is only logged: what it would have told is in the metadata. */
  onPushFailed(error: unknown): void
}

export type NotificationService = ReturnType<typeof notificationService>

/** Tells people, and keeps the summary of every open dashboard true. Each answers how many notifications it reached. */
export function notificationService({ store, bus, forward, onPushFailed }: Deps) {
  const pushes = new KeyedQueue()
  /** One after the other, so that the summary that was counted last arrives last. */
  const push = (userIds: readonly string[]) =>
    void pushes
      .run('summaries', async () => {
        for (const [userId, summary] of await store.summaries(userIds))
          bus.publishToUser(userId, { type: 'notification_summary', summary })
      })
      .catch(onPushFailed)
  const told = (userIds: string[]) => {
    push(userIds)
    return userIds.length
  }

  return {
    async notifyMembers(organizationId: string, notice: Notice) {
      const userIds = await store.notifyMembers(organizationId, notice)
      await forward(organizationId, notice)
      return told(userIds)
    },

    async notifySome(organizationId: string, userIds: readonly string[], notice: Notice) {
      return told(await store.notifySome(organizationId, userIds, notice))
    },

    async notifyUser(userId: string, notice: Notice) {
      return told(await store.notifyUser(userId, notice))
    },

    async notifyUserOnce(userId: string, notice: Notice) {
      return told(await store.notifyUserOnce(userId, notice))
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
