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
  summary: "An organization's webhooks, oldest first",
  params: OrganizationParams,
  response: z.array(Webhook),
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/platform/organizations/:slug/webhooks',
  summary: 'Create a webhook that receives notifications; only this response shows the signing secret',
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
  summary: 'Change, disable or enable a webhook; pending deliveries wait while it is disabled',
  params: WebhookParams,
  body: WebhookChange,
  response: Webhook,
  audit: { title: 'Change a webhook', keeps: ['name', 'format', 'priorities', 'is_enabled'] },
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/platform/organizations/:slug/webhooks/:id',
  summary: 'Delete a webhook and its pending deliveries',
  params: WebhookParams,
  response: Done,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/platform/organizations/:slug/webhooks/:id/test',
  summary: 'Send a test message once and return its outcome',
  params: WebhookParams,
  response: WebhookDelivery,
  audit: { title: 'Test a webhook' },
})

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/platform/organizations/:slug/webhooks/:id/deliveries',
  summary: 'The latest deliveries of a webhook, newest first',
  params: WebhookParams,
  response: z.array(WebhookDelivery),
})
