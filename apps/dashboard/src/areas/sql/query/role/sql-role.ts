import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import type { ChosenUser } from '@basalt/contract/query/claims.schema.ts'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/** Who SQL is run as. */
export type SqlRole =
  | { readonly role: 'authenticated'; readonly user: ChosenUser }
  | { readonly role: string; readonly user?: undefined }

export const POSTGRES: SqlRole = { role: 'postgres' }

/** Kept as long as the page lives, and not longer: nobody is to come back days later as somebody else. */
const roleOptions = (ref: string) =>
  queryOptions<SqlRole>({
    queryKey: ['sql-role', ref],
    queryFn: skipToken,
    initialData: POSTGRES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

export function useSqlRole(ref: string): [SqlRole, (role: SqlRole) => void] {
  const client = useQueryClient()
  const { data = POSTGRES } = useQuery(roleOptions(ref))
  return [data, (role) => client.setQueryData(roleOptions(ref).queryKey, role)]
}

/** What a call says to run as this role; nothing for postgres. */
export function assumed({ role, user }: SqlRole, now: Date) {
  if (role === POSTGRES.role) return {}
  return {
    role,
    ...(user && { claims: claimsOf(user, now) }),
    ...(user && user.via !== '' && { claims_function: user.via }),
  }
}

/** What the choice of a role is given. */
export interface RoleProps {
  projectRef: string
  role: SqlRole
  onPick: (role: SqlRole) => void
}
