import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import type { ChosenUser } from '@basalt/contract/query/claims.schema.ts'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ButtonProps } from '../../../ui/controls/Button.tsx'

/** What a role is for: the SQL of the editor, or the rows of tables. */
export type RoleUse = 'sql' | 'rows'

/** The role, and possibly the user, that SQL runs as. */
export interface SqlRole {
  readonly role: string
  readonly user?: ChosenUser | undefined
}

export const POSTGRES: SqlRole = { role: 'postgres' }

/** Cached until the page is reloaded, and no longer: a user who returns days later must not run as somebody else. */
const roleOptions = (ref: string, use: RoleUse) =>
  queryOptions<SqlRole>({
    queryKey: ['sql-role', ref, use],
    queryFn: skipToken,
    initialData: POSTGRES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The role of each use is chosen separately. */
export function useSqlRole(ref: string, use: RoleUse = 'sql'): [SqlRole, (role: SqlRole) => void] {
  const client = useQueryClient()
  const { data = POSTGRES } = useQuery(roleOptions(ref, use))
  return [data, (role) => client.setQueryData(roleOptions(ref, use).queryKey, role)]
}

/** The request parameters to run as this role; none for postgres. */
export function roleParams({ role, user }: SqlRole, now: Date) {
  if (role === POSTGRES.role) return {}
  return {
    role,
    ...(user && { claims: claimsOf(user, now) }),
    ...(user && user.via !== '' && { claims_function: user.via }),
  }
}

/** The props of the role picker. */
export interface RoleProps {
  projectRef: string
  use?: RoleUse
  size?: ButtonProps['size']
  role: SqlRole
  onPick: (role: SqlRole) => void
}
