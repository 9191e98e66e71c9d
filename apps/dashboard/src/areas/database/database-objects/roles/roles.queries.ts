import {
  countRoleConnections,
  listManagedRoles,
  readManagedRole,
} from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import {
  CONNECTIONS_REFETCH_MS,
  ROLES_PAGE_MAX,
} from '@basalt/contract/database-objects/roles/roles.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { objectKindQueries, objectQueries } from '../objects.queries.ts'

export const roleQueries = {
  ...objectKindQueries(listManagedRoles, readManagedRole),

  /** Every role, to choose from; of very many, the first by name. */
  choices: (ref: string) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'role-choices'],
      queryFn: async ({ signal }) => {
        const query = { limit: ROLES_PAGE_MAX }
        const { objects } = await call(listManagedRoles, { params: { ref }, query }, signal)
        return objects
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
