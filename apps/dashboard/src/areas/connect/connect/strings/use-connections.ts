import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { connectQueries } from '../connect.queries.ts'
import { type ConnectSearch, chosenSource } from '../connect-search.rules.ts'
import { offeredMethods } from '../offered-tabs.rules.ts'
import { connectionsOf, readSourceOf } from './connections.rules.ts'

/** The databases of a project and the connections to the selected one. */
export function useConnections(projectRef: string, search: ConnectSearch) {
  const { data: config } = useSuspenseQuery(installationQueries.config())
  const methods = offeredMethods(config)
  const hasPoolers = methods.length > 1
  const databases = useQuery(connectQueries.databases(projectRef))
  const poolers = useQuery({ ...connectQueries.poolers(projectRef), enabled: hasPoolers })
  const queries = hasPoolers ? [databases, poolers] : [databases]
  const readSource = hasPoolers && databases.data ? readSourceOf(databases.data) : undefined
  const database =
    databases.data && chosenSource(search, [...databases.data, ...(readSource ? [readSource] : [])])
  const selected: { database: Database; databases: Database[] } | undefined =
    database && (!hasPoolers || poolers.data) ? { database, databases: databases.data } : undefined
  return {
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
    methods,
    data: selected && {
      ...selected,
      readSource,
      connections: connectionsOf(selected.database, poolers.data),
      /** True where the add-on does not exist. */
      hasIpv4: poolers.data?.hasIpv4 ?? true,
      isPaid: poolers.data?.dedicated.pgbouncer_enabled ?? false,
    },
  }
}
