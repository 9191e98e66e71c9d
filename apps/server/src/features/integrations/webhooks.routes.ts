import { done } from '@basalt/contract/endpoint.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '@basalt/contract/integrations/webhooks.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Deliverer } from './deliverer.ts'
import type { DeliveryStore } from './deliveries.store.ts'
import type { WebhookStore } from './webhooks.store.ts'

interface Deps {
  gates: Gates
  webhooks: WebhookStore
  deliveries: DeliveryStore
  deliverer: Deliverer
  now: () => Date
}

export const webhookRoutes =
  ({ gates, webhooks, deliveries, deliverer, now }: Deps) =>
  async (app: FastifyInstance) => {
    const reading = gates.organization(needs.seeIntegrations)
    const changing = gates.organization(needs.changeIntegrations)
    const mustHave = async (organizationId: string, id: string) => {
      if (!(await webhooks.has(organizationId, id))) throw notFound('Webhook', id)
    }

    mount(app, listWebhooks, reading, ({ organization }) => webhooks.list(organization.id))

    mount(app, createWebhook, changing, ({ organization, body }) => webhooks.create(organization.id, body))

    mount(app, updateWebhook, changing, async ({ organization, params: { id }, body }) => {
      const changed = await webhooks.change(organization.id, id, body)
      if (!changed) throw notFound('Webhook', id)
      // Deliveries that waited while it was disabled, or for a correct URL, are already due.
      void deliverer.wake()
      return changed
    })

    mount(app, deleteWebhook, changing, async ({ organization, params: { id } }) => {
      if (!(await webhooks.remove(organization.id, id))) throw notFound('Webhook', id)
      return done
    })

    mount(app, testWebhook, changing, async ({ organization, caller, params: { id } }) => {
      await mustHave(organization.id, id)
      const message = {
        name: 'webhook_test',
        priority: 'Info' as const,
        title: `Test from ${organization.name}`,
        message: `Sent by ${caller.email} to test this webhook.`,
        project_ref: null,
      }
      const delivery = await deliverer.sendOnce(await deliveries.addTest(id, message, now()))
      if (!delivery) throw notFound('Webhook', id)
      return delivery
    })

    mount(app, listWebhookDeliveries, reading, async ({ organization, params: { id } }) => {
      await mustHave(organization.id, id)
      return deliveries.list(id)
    })
  }
