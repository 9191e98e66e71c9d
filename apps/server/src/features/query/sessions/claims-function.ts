import { RequestClaims } from '@basalt/contract/query/query.schema.ts'
import { routineParts } from '@basalt/contract/query/routine-name.rules.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import pg from 'pg'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Rows } from '../../../platform/project-databases/as-owner.ts'
import type { AssumedRole } from './assumed-role.ts'

/** The function's result: the new claims, or an error. */
const HookResult = z.union([
  z.object({ claims: RequestClaims }),
  z.object({ error: z.object({ message: z.string() }) }),
])

/**
 * The claims to assume a role with, passed through its custom access token function as when a token is issued. The
 * function runs as `postgres`. Throws `validation_failed` with the error of the function or PostgreSQL.
 */
export async function resolveClaims(
  lookUp: Rows,
  ref: string,
  { role, claims = { role }, claimsFunction }: AssumedRole,
): Promise<AssumedRole['claims']> {
  if (claimsFunction === undefined) return claims
  const routine = routineParts(claimsFunction)?.map(quoteIdentifier).join('.')
  const event = { user_id: claims.sub ?? null, claims, authentication_method: 'password' }
  const [row] = await lookUp<{ result: unknown }>(ref, `select ${routine}($1::jsonb) as result`, [
    JSON.stringify(event),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    throw claimsError(claimsFunction, cause.message)
  })
  const result = HookResult.safeParse(row?.result)
  if (!result.success)
    throw claimsError(claimsFunction, 'It must return a JSON object with the claims as "claims"')
  if ('error' in result.data) throw claimsError(claimsFunction, result.data.error.message)
  return result.data.claims
}

const claimsError = (name: string, reason: string) =>
  new AppError('validation_failed', `The custom access token function ${name} returned no claims: ${reason}`)
