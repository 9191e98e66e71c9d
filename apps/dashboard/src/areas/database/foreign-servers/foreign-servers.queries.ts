import {
  changeForeignServer,
  createForeignServer,
  dropForeignServer,
  dropUserMapping,
  importForeignSchema,
  listRemoteTables,
  readForeignServer,
  readForeignServerDependents,
  readForeignServers,
  setUserMapping,
  testForeignServer,
} from '@basalt/contract/foreign-servers/foreign-servers.endpoints.ts'
import type {
  ForeignLogin,
  ForeignSchemaImport,
  ForeignServerEdit,
  NewForeignServer,
} from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** What another server has changes without any event here. */
const REMOTE_STALE_MS = 30_000

const key = (ref: string) => ['foreign-servers', ref] as const

export const foreignServerQueries = {
  pages: (ref: string, search: string) =>
    infiniteQueryOptions({
      queryKey: [...key(ref), 'pages', search] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          readForeignServers,
          { params: { ref }, query: { search, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      // SQL and other members change servers as well.
      staleTime: 0,
    }),
  one: (ref: string, name: string) =>
    queryOptions({
      queryKey: [...key(ref), 'one', name] as const,
      queryFn: ({ signal }) => call(readForeignServer, { params: { ref, server: name } }, signal),
      staleTime: 0,
      // A form begins with the server as it is now.
      gcTime: 0,
    }),
  dependents: (ref: string, name: string) =>
    queryOptions({
      queryKey: [...key(ref), 'dependents', name] as const,
      queryFn: ({ signal }) => call(readForeignServerDependents, { params: { ref, server: name } }, signal),
      staleTime: 0,
    }),
  remote: (ref: string, name: string, schema: string | undefined) =>
    queryOptions({
      queryKey: [...key(ref), 'remote', name, schema] as const,
      queryFn: ({ signal }) =>
        call(
          listRemoteTables,
          { params: { ref, server: name }, query: schema === undefined ? {} : { schema } },
          signal,
        ),
      staleTime: REMOTE_STALE_MS,
      retry: false,
    }),
}

const refetch = (client: QueryClient, ref: string) => client.invalidateQueries({ queryKey: key(ref) })

/** Errors are displayed in the form. */
export const createServerIn = (ref: string) =>
  mutationOptions({
    mutationFn: (body: NewForeignServer) => call(createForeignServer, { params: { ref }, body }),
    onSettled: (_done, _error, _body, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in the form. */
export const changeServerIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ current, ...body }: ForeignServerEdit & { current: string }) =>
      call(changeForeignServer, { params: { ref, server: current }, body }),
    onSettled: (_done, _error, _body, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const dropServerIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, cascade }: { name: string; cascade: boolean }) =>
      call(dropForeignServer, {
        params: { ref, server: name },
        query: { cascade: cascade ? 'true' : 'false' },
      }),
    onSettled: (_done, _error, _drop, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in the form. */
export const setLoginIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, role, ...body }: ForeignLogin & { name: string; role: string }) =>
      call(setUserMapping, { params: { ref, server: name, role }, body }),
    onSettled: (_done, _error, _login, _result, { client }) => refetch(client, ref),
  })

export const dropLoginIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, role }: { name: string; role: string }) =>
      call(dropUserMapping, { params: { ref, server: name, role } }),
    onSettled: (_done, _error, _login, _result, { client }) => refetch(client, ref),
    meta: { errorTitle: 'Failed to remove the login' },
  })

/** A server that cannot be reached is a result, which its card displays. */
export const testServerIn = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(testForeignServer, { params: { ref, server: name } }),
    meta: { errorTitle: 'Failed to test the connection' },
  })

/** Errors are displayed in the sheet. */
export const importTablesIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, ...body }: ForeignSchemaImport & { name: string }) =>
      call(importForeignSchema, { params: { ref, server: name }, body }),
    onSettled: (_done, _error, _import, _result, { client }) => refetch(client, ref),
  })
