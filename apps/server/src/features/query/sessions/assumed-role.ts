import type { QueryText } from '@basalt/contract/query/query.schema.ts'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'

type Claims = NonNullable<z.output<typeof QueryText>['claims']>

/** A role of the database that a text runs as, and what its functions read about the request. */
export interface AssumedRole {
  readonly role: string
  readonly claims: Claims | undefined
  /** A function that the claims are passed through before. */
  readonly claimsFunction?: string | undefined
}

/**
 * Sets the session up as a request of the API would: the role, which the login may become and which it returns to
 * after RESET ROLE, and what is known of the request. Not in the text's own transaction, so that no line is added.
 * Throws `conflict` when the role was taken from its login meanwhile.
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
    throw new AppError('conflict', `SQL cannot be run as ${role} now: ${(cause as Error).message}`, { cause })
  }
}

/** The postgres role is who runs SQL anyway. */
export const assumedRoleOf = (asked: z.output<typeof QueryText>): AssumedRole | undefined =>
  asked.role === undefined || asked.role === 'postgres'
    ? undefined
    : { role: asked.role, claims: asked.claims, claimsFunction: asked.claims_function }
