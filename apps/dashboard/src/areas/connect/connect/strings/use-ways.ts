import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { connectQueries } from '../connect.queries.ts'
import { type ConnectSearch, chosenSource } from '../connect-search.rules.ts'
import { offeredMethods } from '../offered-tabs.rules.ts'
import { waysOf } from './ways.rules.ts'

/** The databases of a project and the ways to the chosen one. */
export function useWays(projectRef: string, search: ConnectSearch) {
  const { data: config } = useSuspenseQuery(installationQueries.config())
  const methods = offeredMethods(config)
  const hasPoolers = methods.length > 1
  const databases = useQuery(connectQueries.databases(projectRef))
  const poolers = useQuery({ ...connectQueries.poolers(projectRef), enabled: hasPoolers })
  const asked = hasPoolers ? [databases, poolers] : [databases]
  const database = databases.data && chosenSource(search, databases.data)
  const shown: { database: Database; databases: Database[] } | undefined =
    database && (!hasPoolers || poolers.data) ? { database, databases: databases.data } : undefined
  return {
    isPending: asked.some(({ isPending }) => isPending),
    isFetching: asked.some(({ isFetching }) => isFetching),
    error: asked.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(asked.map(({ refetch }) => refetch())),
    methods,
    data: shown && {
      ...shown,
      ways: waysOf(shown.database, poolers.data),
      /** Where there is no add-on to choose, the address is what it is. */
      hasIpv4: poolers.data?.hasIpv4 ?? true,
      isPaid: poolers.data?.dedicated.pgbouncer_enabled ?? false,
    },
  }
}
