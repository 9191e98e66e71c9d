import { getUpgradeNeeds } from '@basalt/contract/upgrades/upgrades.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const upgradeQueries = {
  /** Reads the catalog of the database, and wakes it. */
  needs: (ref: string) =>
    queryOptions({
      queryKey: ['upgrade-needs', ref] as const,
      queryFn: ({ signal }) => call(getUpgradeNeeds, { params: { ref } }, signal),
      staleTime: 0,
      retry: false,
    }),
}
