import type { Activity } from '@basalt/contract/query/activity.schema.ts'
import {
  endActivity as endActivityCall,
  getSchemaCatalogue,
  listActivity,
  listDatabaseRoles,
} from '@basalt/contract/query/query.endpoints.ts'
import { readStoredRows, sampleStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ACTIVITY_REFETCH_MS, CATALOGUE_STALE_MS } from './query.rules.ts'
import type { StoredPlace } from './results/stored-source.ts'

export const queryQueries = {
  all: ['query'] as const,

  /** All running queries of a database, by default the primary. */
  activity: (ref: string, database?: string) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'activity', ref, database],
      queryFn: ({ signal }) => call(listActivity, { params: { ref }, query: { database } }, signal),
      staleTime: ACTIVITY_REFETCH_MS,
      refetchInterval: ACTIVITY_REFETCH_MS,
    }),

  /** The roles that SQL can be run as besides postgres. */
  roles: (ref: string) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'roles', ref],
      queryFn: ({ signal }) => call(listDatabaseRoles, { params: { ref } }, signal),
    }),

  /** The first row of a result that lies at the server. It never changes. */
  firstStoredRow: ({ ref, id, view }: StoredPlace) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'stored', ref, id, view, 'first'],
      queryFn: ({ signal }) =>
        call(readStoredRows, { params: { ref, id }, query: { view, count: 1 } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Rows that lie evenly over a result at the server, of two of its columns by their places. */
  storedSample: ({ ref, id, view }: StoredPlace, columns: readonly number[]) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'stored', ref, id, view, 'sample', ...columns],
      queryFn: ({ signal }) =>
        call(sampleStoredRows, { params: { ref, id }, query: { view, columns: columns.join(',') } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** What SQL can name: for completion, and for what a function may change. */
  catalogue: (ref: string) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'catalogue', ref],
      queryFn: ({ signal }) => call(getSchemaCatalogue, { params: { ref } }, signal),
      staleTime: CATALOGUE_STALE_MS,
    }),
}

/** The dialog shows what is refused. */
export const endActivity = (ref: string, database?: string) =>
  mutationOptions({
    mutationFn: ({
      pid,
      connected_at,
      how,
    }: Pick<Activity, 'pid' | 'connected_at'> & { how: 'cancel' | 'terminate' }) =>
      call(endActivityCall, { params: { ref, pid }, query: { database }, body: { connected_at, how } }),
    onSettled: (_done, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: queryQueries.activity(ref, database).queryKey }),
  })
