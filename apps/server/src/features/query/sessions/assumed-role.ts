import type { QueryText } from '@basalt/contract/query/query.schema.ts'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

type Claims = NonNullable<z.output<typeof QueryText>['claims']>

/** A database role to run SQL as, with the request context that its functions read. */
export interface AssumedRole {
  readonly role: string
  readonly claims: Claims | undefined
  /** A function that transforms the claims first. */
  readonly claimsFunction?: string | undefined
}

/**
 * Sets the session up like a request of the Data API: the role, which RESET ROLE returns to, and the request's claims.
 * Runs before the text's own transaction, so that line numbers do not change. Throws `conflict` when the login may no
 * longer assume the role.
 */
export async function assumeRole(
  { client, destroy }: Lease,
  { role, claims = { role } }: AssumedRole,
  onRefused: () => void,
) {
  try {
    await client.query(
      `select set_config('request.jwt.claims', $2, false), set_config('request.method', 'POST', false),
              set_config('request.path', '/', false), set_config('request.headers', '{}', false),
              set_config('role', $1, false)`,
      [role, JSON.stringify(claims)],
    )
  } catch (cause) {
    destroy()
    onRefused()
    throw new AppError('conflict', `SQL can no longer run as ${role}: ${(cause as Error).message}`, { cause })
  }
}

/** Undefined for `postgres`, the default role. */
export const assumedRoleOf = (input: z.output<typeof QueryText>): AssumedRole | undefined =>
  input.role === undefined || input.role === 'postgres'
    ? undefined
    : { role: input.role, claims: input.claims, claimsFunction: input.claims_function }
