import {
  cancelDatabaseImport,
  checkImportSource,
  listDatabaseImports,
  readImportFollowing,
  startDatabaseImport,
  switchOverDatabaseImport,
} from '@basalt/contract/database-import/database-import.endpoints.ts'
import type { NewDatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const PROGRESS_REFETCH_MS = 1000
/** Each time, the source is connected to. */
const FOLLOWING_REFETCH_MS = 3000

export const databaseImportQueries = {
  list: (ref: string) =>
    queryOptions({
      queryKey: ['database-import', ref, 'list'] as const,
      queryFn: ({ signal }) => call(listDatabaseImports, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === 'running') ? PROGRESS_REFETCH_MS : false,
    }),
  following: (ref: string, id: string) =>
    queryOptions({
      queryKey: ['database-import', ref, 'following', id] as const,
      queryFn: ({ signal }) => call(readImportFollowing, { params: { ref, id } }, signal),
      staleTime: 0,
      refetchInterval: FOLLOWING_REFETCH_MS,
    }),
}

/** Errors are displayed in the form. */
export const checkSource = (ref: string) =>
  mutationOptions({
    mutationFn: (connection_string: string) =>
      call(checkImportSource, { params: { ref }, body: { connection_string } }),
  })

/** Errors are displayed where it was started. */
export const startImport = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewDatabaseImport) => call(startDatabaseImport, { params: { ref }, body }),
    onSettled: (_started, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: databaseImportQueries.list(ref).queryKey }),
  })

export const cancelImport = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(cancelDatabaseImport, { params: { ref, id } }),
    onSettled: (_ended, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: databaseImportQueries.list(ref).queryKey }),
    meta: { errorTitle: 'Failed to cancel the import' },
  })

/** Errors are displayed in its dialog. */
export const switchOver = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(switchOverDatabaseImport, { params: { ref, id } }),
    onSettled: (_started, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: databaseImportQueries.list(ref).queryKey }),
  })
