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
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'
import { ACTIVITY_REFETCH_MS, CATALOGUE_STALE_MS } from './query.rules.ts'
import type { StoredResultKey } from './results/stored-source.ts'

export const queryQueries = {
  all: ['query'] as const,

  /** All running queries of a database; the primary by default. */
  activity: (ref: string, database?: string) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'activity', ref, database],
      queryFn: ({ signal }) => call(listActivity, { params: { ref }, query: { database } }, signal),
      staleTime: ACTIVITY_REFETCH_MS,
      refetchInterval: ACTIVITY_REFETCH_MS,
    }),

  /** The roles other than postgres that SQL can run as. */
  roles: (ref: string) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'roles', ref],
      queryFn: ({ signal }) => call(listDatabaseRoles, { params: { ref } }, signal),
    }),

  /** The first row of a result stored on the server. It never changes. */
  firstStoredRow: ({ ref, id, view }: StoredResultKey) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'stored', ref, id, view, 'first'],
      queryFn: ({ signal }) =>
        call(readStoredRows, { params: { ref, id }, query: { view, count: 1 } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Evenly spaced rows of a result stored on the server. `columns` are the indexes of the columns to read. */
  storedSample: ({ ref, id, view }: StoredResultKey, columns: readonly number[]) =>
    queryOptions({
      queryKey: [...queryQueries.all, 'stored', ref, id, view, 'sample', ...columns],
      queryFn: ({ signal }) =>
        call(sampleStoredRows, { params: { ref, id }, query: { view, columns: columns.join(',') } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** The relations and functions that SQL can name, for completion and for the side effects of functions. */
  catalogue: (ref: string) =>
    queryOptions({
      queryKey: tableKeys.catalogueOf(ref),
      queryFn: ({ signal }) => call(getSchemaCatalogue, { params: { ref } }, signal),
      staleTime: CATALOGUE_STALE_MS,
    }),
}

/** Cancels or terminates a running query. The dialog displays errors. */
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
