import {
  getInstanceFacts,
  getMachine,
  listInstanceLogs,
  updateDatabasePassword,
} from '@basalt/contract/instances/instances.endpoints.ts'
import type { NewDatabasePassword } from '@basalt/contract/instances/instances.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { instanceKeys } from './instance-keys.queries.ts'

/** Sizes and connections change slowly, and counting them is not free. */
const FACTS_REFETCH_MS = 30_000
const RECENT_LOG_ENTRIES = 20

export const instanceQueries = {
  facts: (ref: string) =>
    queryOptions({
      queryKey: instanceKeys.facts(ref),
      queryFn: ({ signal }) => call(getInstanceFacts, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: FACTS_REFETCH_MS,
    }),

  machine: (ref: string) =>
    queryOptions({
      queryKey: ['instances', 'machine', ref] as const,
      queryFn: ({ signal }) => call(getMachine, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: FACTS_REFETCH_MS,
    }),

  /** The newest entries, newest first. */
  recentLogs: (ref: string) =>
    queryOptions({
      queryKey: ['instances', 'logs', ref, RECENT_LOG_ENTRIES] as const,
      queryFn: ({ signal }) =>
        call(listInstanceLogs, { params: { ref }, query: { limit: RECENT_LOG_ENTRIES } }, signal),
      staleTime: 0,
    }),
}

/** Errors are displayed in the form. */
export const resetDatabasePassword = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewDatabasePassword) => call(updateDatabasePassword, { params: { ref }, body }),
  })
