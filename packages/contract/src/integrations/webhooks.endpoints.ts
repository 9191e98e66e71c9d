import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookParams,
} from './webhooks.schema.ts'

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/platform/organizations/:slug/webhooks',
  summary: 'Where the notifications of an organization are sent as well, oldest first',
  params: OrganizationParams,
  response: z.array(Webhook),
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/platform/organizations/:slug/webhooks',
  summary: 'Send notifications to an address as well; the answer shows the signing secret this once',
  params: OrganizationParams,
  body: NewWebhook,
  response: CreatedWebhook,
  status: 201,
  audit: { title: 'Add a webhook', keeps: ['name', 'format', 'priorities'] },
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/platform/organizations/:slug/webhooks/:id',
  summary: 'Change a webhook, or stop it for a while; what waits is not sent while it is stopped',
  params: WebhookParams,
  body: WebhookChange,
  response: Webhook,
  audit: { title: 'Change a webhook', keeps: ['name', 'format', 'priorities', 'is_enabled'] },
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/platform/organizations/:slug/webhooks/:id',
  summary: 'Delete a webhook; what waits for it is not sent any more',
  params: WebhookParams,
  response: Done,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/platform/organizations/:slug/webhooks/:id/test',
  summary: 'Send a test message once, and answer what came of it',
  params: WebhookParams,
  response: WebhookDelivery,
  audit: { title: 'Test a webhook' },
})

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/platform/organizations/:slug/webhooks/:id/deliveries',
  summary: 'What was sent to a webhook lately, newest first',
  params: WebhookParams,
  response: z.array(WebhookDelivery),
})
