import {
  changeSubscription,
  createSubscription,
  dropReplicationSlot,
  dropSubscription,
  readReplication,
} from '@basalt/contract/replication/replication.endpoints.ts'
import type { NewSubscription, SubscriptionChange } from '@basalt/contract/replication/replication.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const REFETCH_MS = 5000

export const replicationQueries = {
  all: (ref: string) =>
    queryOptions({
      queryKey: ['replication', ref] as const,
      queryFn: ({ signal }) => call(readReplication, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: REFETCH_MS,
    }),
}

const refetch = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: replicationQueries.all(ref).queryKey })

/** Errors are displayed in the form. */
export const subscribeTo = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewSubscription) => call(createSubscription, { params: { ref }, body }),
    onSettled: (_done, _error, _body, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const changeSubscriptionOf = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, ...body }: { name: string } & SubscriptionChange) =>
      call(changeSubscription, { params: { ref, name }, body }),
    onSettled: (_done, _error, _change, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const dropSubscriptionOf = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, leavesSlot }: { name: string; leavesSlot: boolean }) =>
      call(dropSubscription, {
        params: { ref, name },
        query: { leaves_slot: leavesSlot ? 'true' : 'false' },
      }),
    onSettled: (_done, _error, _drop, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const dropSlotOf = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(dropReplicationSlot, { params: { ref, name } }),
    onSettled: (_done, _error, _name, _result, { client }) => refetch(client, ref),
  })
