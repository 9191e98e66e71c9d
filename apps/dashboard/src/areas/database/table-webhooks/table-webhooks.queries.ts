import {
  createTableWebhook,
  deleteTableWebhook,
  getTableWebhookDelivery,
  listTableWebhookDeliveries,
  listTableWebhooks,
  resendFailedTableWebhookDeliveries,
  resendTableWebhookDelivery,
  testTableWebhook,
  updateTableWebhook,
} from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { TABLE_DELIVERIES_PAGE } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import type {
  NewTableWebhook,
  TableWebhook,
  TableWebhookChange,
} from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { deliveryStatus } from '../../organization/integrations/delivery-status.port.ts'
import { ledgerQueries } from '../ledger/ledger.queries.ts'
import { type LogPeriod, sinceOf, type WebhooksSearch } from './webhooks-url.rules.ts'

/** How often the log that is open, and a list with waiting events, are read again. */
const REFETCH_MS = 3_000

export type DeliveryFilter = Pick<WebhooksSearch, 'outcome' | 'period'>

export const tableWebhookQueries = {
  all: (ref: string) => ['table-webhooks', ref] as const,

  list: (ref: string) =>
    queryOptions({
      queryKey: [...tableWebhookQueries.all(ref), 'list'],
      queryFn: ({ signal }) => call(listTableWebhooks, { params: { ref } }, signal),
      refetchInterval: ({ state }) => state.data?.some(({ pending }) => pending > 0) && REFETCH_MS,
      staleTime: 0,
    }),

  /** Newest first, in pages. */
  deliveries: (ref: string, id: string, { outcome, period }: DeliveryFilter) =>
    infiniteQueryOptions({
      queryKey: [...tableWebhookQueries.all(ref), 'deliveries', id, { outcome, period }],
      queryFn: ({ pageParam, signal }) =>
        call(
          listTableWebhookDeliveries,
          {
            params: { ref, id },
            query: {
              ...(outcome && { outcome }),
              ...(period && { since: sinceOf(period satisfies LogPeriod) }),
              ...(pageParam && { before: pageParam }),
            },
          },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => (last.length < TABLE_DELIVERIES_PAGE ? undefined : last.at(-1)?.id),
      refetchInterval: REFETCH_MS,
      staleTime: 0,
    }),

  delivery: (ref: string, id: string, delivery_id: string) =>
    queryOptions({
      queryKey: [...tableWebhookQueries.all(ref), 'delivery', id, delivery_id],
      queryFn: ({ signal }) => call(getTableWebhookDelivery, { params: { ref, id, delivery_id } }, signal),
      refetchInterval: ({ state }) => state.data?.outcome === 'pending' && REFETCH_MS,
      staleTime: 0,
    }),
}

const refresh = (client: QueryClient, ref: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: tableWebhookQueries.all(ref) }),
    client.invalidateQueries({ queryKey: ledgerQueries.all(ref) }),
  ])

/** The form displays errors. */
export const addTableWebhook = (ref: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewTableWebhook>) =>
      call(createTableWebhook, { params: { ref }, body }),
    onSuccess: (_created, _body, _result, { client }) => refresh(client, ref),
  })

/** The form displays errors. */
export const changeTableWebhook = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: TableWebhookChange) => call(updateTableWebhook, { params: { ref, id }, body }),
    onSuccess: (_changed, _body, _result, { client }) => refresh(client, ref),
  })

/** The confirmation dialog displays errors. */
export const switchTableWebhook = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, is_enabled }: TableWebhook) =>
      call(updateTableWebhook, { params: { ref, id }, body: { is_enabled: !is_enabled } }),
    onSuccess: (_changed, { name, is_enabled }) =>
      toast({ tone: 'success', title: `${name} ${is_enabled ? 'paused' : 'resumed'}` }),
    onSettled: (_changed, _error, _webhook, _result, { client }) => refresh(client, ref),
  })

/** The confirmation dialog displays errors. */
export const removeTableWebhook = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteTableWebhook, { params: { ref, id } }),
    onSuccess: (_done, _id, _result, { client }) => refresh(client, ref),
  })

export const tryTableWebhook = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id }: TableWebhook) => call(testTableWebhook, { params: { ref, id } }),
    onSuccess: (delivery, { name }) => {
      const isDelivered = delivery.outcome === 'delivered'
      toast({
        title: isDelivered ? `${name} received the test event` : `The test event did not reach ${name}`,
        description: deliveryStatus(delivery).answer,
        tone: isDelivered ? 'success' : 'critical',
      })
    },
    onSettled: (_delivery, _error, _webhook, _result, { client }) => refresh(client, ref),
    meta: { errorTitle: 'Failed to send the test event' },
  })

export const resend = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (delivery_id: string) =>
      call(resendTableWebhookDelivery, { params: { ref, id, delivery_id } }),
    onSuccess: () => toast({ tone: 'success', title: 'Event queued to be sent again' }),
    onSettled: (_done, _error, _id, _result, { client }) => refresh(client, ref),
    meta: { errorTitle: 'Failed to send the event again' },
  })

export const resendFailed = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(resendFailedTableWebhookDeliveries, { params: { ref, id } }),
    onSuccess: ({ count }) =>
      toast({
        tone: 'success',
        title:
          count === 0
            ? 'No failed event can be sent again'
            : `${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'} queued to be sent again`,
      }),
    onSettled: (_done, _error, _none, _result, { client }) => refresh(client, ref),
    meta: { errorTitle: 'Failed to send the events again' },
  })
