import {
  applyMigration as applyCall,
  downloadMigrations,
  getMigration,
  listMigrations,
  makeMigration as makeCall,
  markMigrationApplied,
  rehearseMigration,
} from '@basalt/contract/migrations/migrations.endpoints.ts'
import type { ChangesToMigrate, MigrationToRun } from '@basalt/contract/migrations/migrations.schema.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { followDownload } from '../../../api/follow-download.ts'
import { ledgerQueries } from '../ledger/ledger.queries.ts'

export const migrationQueries = {
  all: (ref: string) => ['migrations', ref] as const,

  /** Newest first, in pages. Refetched whenever it is opened: other tools write the history too. */
  pages: (ref: string, search: string) =>
    infiniteQueryOptions({
      queryKey: [...migrationQueries.all(ref), 'pages', search] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listMigrations,
          { params: { ref }, query: { ...(search && { search }), ...(pageParam && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.next_cursor ?? undefined,
      staleTime: 0,
    }),

  one: (ref: string, version: string) =>
    queryOptions({
      queryKey: [...migrationQueries.all(ref), 'one', version] as const,
      queryFn: ({ signal }) => call(getMigration, { params: { ref, version } }, signal),
    }),
}

const refresh = (client: QueryClient, ref: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: migrationQueries.all(ref) }),
    client.invalidateQueries({ queryKey: ledgerQueries.all(ref) }),
  ])

/** A zip archive of all migrations. */
export const downloadAll = (ref: string) =>
  mutationOptions({
    mutationFn: () => followDownload(requestUrl(downloadMigrations, { params: { ref } })),
    meta: { errorTitle: 'Failed to download the migrations' },
  })

// Forms show the errors of these.

export const makeMigration = (ref: string) =>
  mutationOptions({
    mutationFn: (body: ChangesToMigrate) => call(makeCall, { params: { ref }, body }),
    onSuccess: (_made, _body, _result, { client }) => refresh(client, ref),
  })

export const applyMigration = (ref: string) =>
  mutationOptions({
    mutationFn: (body: MigrationToRun) => call(applyCall, { params: { ref }, body }),
    // A failure is in the ledger too.
    onSettled: (_applied, _error, _body, _result, { client }) => refresh(client, ref),
  })

export const markApplied = (ref: string) =>
  mutationOptions({
    mutationFn: (body: MigrationToRun) => call(markMigrationApplied, { params: { ref }, body }),
    onSuccess: (_applied, _body, _result, { client }) => refresh(client, ref),
  })

export const rehearse = (ref: string) =>
  mutationOptions({
    mutationFn: (body: MigrationToRun) => call(rehearseMigration, { params: { ref }, body }),
  })
