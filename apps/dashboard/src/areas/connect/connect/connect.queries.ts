import { listAddons } from '@basalt/contract/addons/addons.endpoints.ts'
import { checkConnection, listDatabases } from '@basalt/contract/connect/connect.endpoints.ts'
import type { ConnectMethod, PoolerKind } from '@basalt/contract/connect/connect.rules.ts'
import { getDedicatedPooler, listSharedPoolers } from '@basalt/contract/poolers/poolers.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const connectQueries = {
  databases: (ref: string) =>
    queryOptions({
      queryKey: ['connect', ref, 'databases'] as const,
      queryFn: ({ signal }) => call(listDatabases, { params: { ref } }, signal),
      // A restart may have moved the database to another port.
      staleTime: 0,
    }),

  /** The shared and dedicated poolers, and whether the direct connection listens on IPv4. */
  poolers: (ref: string) =>
    queryOptions({
      queryKey: ['connect', ref, 'poolers'] as const,
      queryFn: async ({ signal }) => {
        const [shared, dedicated, { selected_addons }] = await Promise.all([
          call(listSharedPoolers, { params: { ref } }, signal),
          call(getDedicatedPooler, { params: { ref } }, signal),
          call(listAddons, { params: { ref } }, signal),
        ])
        return { shared, dedicated, hasIpv4: selected_addons.some(({ type }) => type === 'ipv4') }
      },
      // The settings may have been changed in the page behind the dialog.
      staleTime: 0,
    }),

  /** Runs at each opening, because an earlier result may be outdated. */
  check: (ref: string, identifier: string, method: ConnectMethod, pooler: PoolerKind = 'shared') =>
    queryOptions({
      queryKey: ['connect', ref, 'check', identifier, method, pooler] as const,
      queryFn: ({ signal }) =>
        call(checkConnection, { params: { ref, identifier }, query: { method, pooler } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}
