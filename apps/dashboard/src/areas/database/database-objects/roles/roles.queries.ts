import {
  countRoleConnections,
  listManagedRoles,
  readManagedRole,
} from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import { CONNECTIONS_REFETCH_MS } from '@basalt/contract/database-objects/roles/roles.rules.ts'
import type { ListedRole } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectKindQueries, objectQueries } from '../objects.queries.ts'

/** Roles that can be chosen from a list; others are typed in SQL. */
const CHOICES_MAX = 2000

export const roleQueries = {
  ...objectKindQueries(listManagedRoles, readManagedRole),

  /** Every role, to choose from; of very many, the first. */
  choices: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'role-choices'],
      queryFn: async ({ signal }) => {
        const found: ListedRole[] = []
        let cursor: string | null | undefined
        do {
          const page = await call(
            listManagedRoles,
            { params: { ref }, query: { ...(cursor && { cursor }) } },
            signal,
          )
          found.push(...page.objects)
          cursor = page.next_cursor
        } while (cursor && found.length < CHOICES_MAX)
        return found
      },
    }),

  /** Connections by role, counted again while a page shows them. */
  connections: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'role-connections'],
      queryFn: ({ signal }) => call(countRoleConnections, { params: { ref } }, signal),
      refetchInterval: CONNECTIONS_REFETCH_MS,
    }),
}
