import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  CreatedTableWebhook,
  NewTableWebhook,
  ResentTableWebhookDeliveries,
  TableWebhook,
  TableWebhookChange,
  TableWebhookDeliveriesQuery,
  TableWebhookDelivery,
  TableWebhookDeliveryBody,
  TableWebhookDeliveryParams,
  TableWebhookParams,
} from './table-webhooks.schema.ts'

export const listTableWebhooks = endpoint({
  name: 'listTableWebhooks',
  method: 'GET',
  path: '/platform/projects/:ref/webhooks',
  summary: "The webhooks of a project's tables, oldest first",
  params: ProjectParams,
  response: z.array(TableWebhook),
})

export const createTableWebhook = endpoint({
  name: 'createTableWebhook',
  method: 'POST',
  path: '/platform/projects/:ref/webhooks',
  summary: 'Create a webhook for the events of a table; only this response shows the signing secret',
  params: ProjectParams,
  body: NewTableWebhook,
  response: CreatedTableWebhook,
  status: 201,
  audit: { title: 'Create a webhook of a table', keeps: ['id', 'name', 'schema', 'table', 'events'] },
})

export const updateTableWebhook = endpoint({
  name: 'updateTableWebhook',
  method: 'PATCH',
  path: '/platform/projects/:ref/webhooks/:id',
  summary: 'Change, disable or enable a webhook; pending events wait while it is disabled',
  params: TableWebhookParams,
  body: TableWebhookChange,
  response: Done,
  audit: { title: 'Change a webhook of a table', keeps: ['name', 'events', 'is_enabled'] },
})

export const deleteTableWebhook = endpoint({
  name: 'deleteTableWebhook',
  method: 'DELETE',
  path: '/platform/projects/:ref/webhooks/:id',
  summary: 'Delete a webhook, its trigger and its pending events',
  params: TableWebhookParams,
  response: Done,
  audit: { title: 'Delete a webhook of a table' },
})

export const testTableWebhook = endpoint({
  name: 'testTableWebhook',
  method: 'POST',
  path: '/platform/projects/:ref/webhooks/:id/test',
  summary: 'Send a test event once, without retries, and return what was answered',
  params: TableWebhookParams,
  response: TableWebhookDelivery,
  audit: { title: 'Send a test event to a webhook of a table' },
})

export const listTableWebhookDeliveries = endpoint({
  name: 'listTableWebhookDeliveries',
  method: 'GET',
  path: '/platform/projects/:ref/webhooks/:id/deliveries',
  summary: 'A page of the deliveries of a webhook, newest first',
  params: TableWebhookParams,
  query: TableWebhookDeliveriesQuery,
  response: z.array(TableWebhookDelivery),
})

export const getTableWebhookDelivery = endpoint({
  name: 'getTableWebhookDelivery',
  method: 'GET',
  path: '/platform/projects/:ref/webhooks/:id/deliveries/:delivery_id',
  summary: 'A delivery of a webhook with its attempts and the beginning of its body',
  params: TableWebhookDeliveryParams,
  response: TableWebhookDeliveryBody,
})

export const resendTableWebhookDelivery = endpoint({
  name: 'resendTableWebhookDelivery',
  method: 'POST',
  path: '/platform/projects/:ref/webhooks/:id/deliveries/:delivery_id/resend',
  summary: 'Send an event again, with all retries; a waiting one at once',
  params: TableWebhookDeliveryParams,
  response: Done,
  audit: { title: 'Send an event of a table again' },
})

export const resendFailedTableWebhookDeliveries = endpoint({
  name: 'resendFailedTableWebhookDeliveries',
  method: 'POST',
  path: '/platform/projects/:ref/webhooks/:id/deliveries/resend-failed',
  summary: 'Send the failed events of a webhook again, with all retries, oldest first',
  params: TableWebhookParams,
  response: ResentTableWebhookDeliveries,
  audit: { title: 'Send the failed events of a table again' },
})
