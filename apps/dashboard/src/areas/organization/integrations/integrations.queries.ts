import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '@basalt/contract/integrations/webhooks.endpoints.ts'
import type { NewWebhook, Webhook, WebhookChange } from '@basalt/contract/integrations/webhooks.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { deliveryStatus } from './delivery-status.port.ts'

export const integrationQueries = {
  all: ['integrations'] as const,
  webhooks: (slug: string) =>
    queryOptions({
      queryKey: [...integrationQueries.all, slug, 'webhooks'],
      queryFn: ({ signal }) => call(listWebhooks, { params: { slug } }, signal),
    }),
  deliveries: (slug: string, id: string) =>
    queryOptions({
      queryKey: [...integrationQueries.all, slug, 'deliveries', id],
      queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { slug, id } }, signal),
      // Refetched at each opening of the sheet.
      staleTime: 0,
    }),
}

const refresh = (client: QueryClient, slug: string) =>
  client.invalidateQueries({ queryKey: [...integrationQueries.all, slug] })

/** Errors are displayed in the form. */
export const addWebhook = (slug: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewWebhook>) => call(createWebhook, { params: { slug }, body }),
    onSuccess: (_created, _body, _result, { client }) => refresh(client, slug),
  })

/** Errors are displayed in the form. */
export const changeWebhook = (slug: string, id: string) =>
  mutationOptions({
    mutationFn: (body: WebhookChange) => call(updateWebhook, { params: { slug, id }, body }),
    onSuccess: (_changed, _body, _result, { client }) => refresh(client, slug),
  })

export const switchWebhook = (slug: string) =>
  mutationOptions({
    mutationFn: ({ id, is_enabled }: Webhook) =>
      call(updateWebhook, { params: { slug, id }, body: { is_enabled: !is_enabled } }),
    onSettled: (_changed, _error, _webhook, _result, { client }) => refresh(client, slug),
    meta: { errorTitle: 'Failed to change the webhook' },
  })

/** Errors are displayed in the confirmation dialog. */
export const removeWebhook = (slug: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteWebhook, { params: { slug, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, slug),
  })

export const tryWebhook = (slug: string) =>
  mutationOptions({
    mutationFn: ({ id }: Webhook) => call(testWebhook, { params: { slug, id } }),
    onSuccess: (delivery, { name }) => {
      const isDelivered = delivery.outcome === 'delivered'
      toast({
        title: isDelivered ? `${name} received the test message` : `The test message did not reach ${name}`,
        description: deliveryStatus(delivery).answer,
        tone: isDelivered ? 'success' : 'critical',
      })
    },
    onSettled: (_delivery, _error, _webhook, _result, { client }) => refresh(client, slug),
    meta: { errorTitle: 'Failed to send the test message' },
  })
