import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const connectQueries = {
  databases: (ref: string) =>
    queryOptions({
      queryKey: ['connect', ref, 'databases'] as const,
      queryFn: ({ signal }) => call(listDatabases, { params: { ref } }, signal),
      // A restart may have moved the database to another port.
      staleTime: 0,
    }),

  /** Tried anew at each opening: what was reachable says nothing about now. */
  check: (ref: string, identifier: string) =>
    queryOptions({
      queryKey: ['connect', ref, 'check', identifier] as const,
      queryFn: ({ signal }) => call(checkConnection, { params: { ref, identifier } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}
