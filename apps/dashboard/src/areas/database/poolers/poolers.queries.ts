import {
  getDedicatedPooler,
  listPoolActivity,
  listSharedPoolers,
  updateDedicatedPooler,
  updateSharedPooler,
} from '@basalt/contract/poolers/poolers.endpoints.ts'
import type { DedicatedPoolerChange, SharedPoolerChange } from '@basalt/contract/poolers/poolers.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ACTIVITY_REFETCH_MS } from './pool-activity.rules.ts'

export const poolerQueries = {
  /** The shared pooler's entries, one per database and mode. */
  shared: (ref: string) =>
    queryOptions({
      queryKey: ['poolers', ref, 'shared'] as const,
      queryFn: ({ signal }) => call(listSharedPoolers, { params: { ref } }, signal),
    }),

  /** Live counters of the pools. */
  activity: (ref: string) =>
    queryOptions({
      queryKey: ['poolers', ref, 'activity'] as const,
      queryFn: ({ signal }) => call(listPoolActivity, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ACTIVITY_REFETCH_MS,
    }),

  dedicated: (ref: string) =>
    queryOptions({
      queryKey: ['poolers', ref, 'dedicated'] as const,
      queryFn: ({ signal }) => call(getDedicatedPooler, { params: { ref } }, signal),
      staleTime: 0,
    }),
}

/** Errors are displayed in the form. */
export const changeSharedPooler = (ref: string) =>
  mutationOptions({
    mutationFn: (body: SharedPoolerChange) => call(updateSharedPooler, { params: { ref }, body }),
    onSuccess: (_settings, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: poolerQueries.shared(ref).queryKey }),
  })

/** Errors are displayed in the form. */
export const changeDedicatedPooler = (ref: string) =>
  mutationOptions({
    mutationFn: (body: DedicatedPoolerChange) => call(updateDedicatedPooler, { params: { ref }, body }),
    onSuccess: (_settings, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: poolerQueries.dedicated(ref).queryKey }),
  })
