import {
  archiveAllNotifications,
  createNotification,
  getNotificationSummary,
  listNotifications,
  updateNotifications,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import type { NewNotification } from '@basalt/contract/notifications/notifications.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Notice } from './notifications.port.ts'
import type { NotificationService } from './notifications.service.ts'
import type { NotificationStore } from './notifications.store.ts'

interface Deps {
  gates: Gates
  store: NotificationStore
  service: NotificationService
  isProjectOf(organizationId: string, ref: string): Promise<boolean>
}

export const notificationRoutes =
  ({ gates, store, service, isProjectOf }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listNotifications, gates.user, ({ caller, query }) => store.page(caller.userId, query))

    mount(app, getNotificationSummary, gates.user, ({ caller }) => store.summary(caller.userId))

    mount(app, updateNotifications, gates.user, async ({ caller, body }) => {
      const count = await service.change(caller.userId, body)
      if (count === 0) throw notFound('Notification', body[0]!.id)
      return { count }
    })

    mount(app, archiveAllNotifications, gates.user, async ({ caller }) => ({
      count: await service.archiveAll(caller.userId),
    }))

    mount(
      app,
      createNotification,
      gates.organization(needs.notifyMembers),
      async ({ organization, body }) => {
        if (body.project_ref !== undefined && !(await isProjectOf(organization.id, body.project_ref)))
          throw notFound('Project', body.project_ref)
        return { count: await service.notifyMembers(organization.id, scriptNotice(organization.id, body)) }
      },
    )
  }

/** A notice sent by a script. Its key cannot collide with our own keys or another organization's. */
const scriptNotice = (
  organizationId: string,
  { project_ref: projectRef, key, ...rest }: NewNotification,
): Notice => ({
  ...rest,
  name: 'custom',
  projectRef,
  key: key === undefined ? undefined : `script:${organizationId}:${key}`,
})
