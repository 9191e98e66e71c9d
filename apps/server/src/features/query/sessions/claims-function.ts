import { RequestClaims } from '@basalt/contract/query/query.schema.ts'
import { routineParts } from '@basalt/contract/query/routine-name.rules.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import pg from 'pg'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Rows } from '../../../platform/project-databases/as-owner.ts'
import type { AssumedRole } from './assumed-role.ts'

/** What such a function answers: the claims to go on with, or why there are none. */
const Answer = z.union([
  z.object({ claims: RequestClaims }),
  z.object({ error: z.object({ message: z.string() }) }),
])

/**
 * The claims that a role is assumed with: passed through the function that was named for it, as when a token is made.
 * It runs as `postgres`. Throws `validation_failed` with what the function or PostgreSQL said against it.
 */
export async function passedClaims(
  lookUp: Rows,
  ref: string,
  { role, claims = { role }, claimsFunction }: AssumedRole,
): Promise<AssumedRole['claims']> {
  if (claimsFunction === undefined) return claims
  const routine = routineParts(claimsFunction)?.map(quoteIdentifier).join('.')
  const event = { user_id: claims.sub ?? null, claims, authentication_method: 'password' }
  const [row] = await lookUp<{ answer: unknown }>(ref, `select ${routine}($1::jsonb) as answer`, [
    JSON.stringify(event),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    throw refused(claimsFunction, cause.message)
  })
  const answer = Answer.safeParse(row?.answer)
  if (!answer.success)
    throw refused(claimsFunction, 'It has to return a JSON object with the claims as "claims"')
  if ('error' in answer.data) throw refused(claimsFunction, answer.data.error.message)
  return answer.data.claims
}

const refused = (name: string, said: string) =>
  new AppError('validation_failed', `The custom access token function ${name} gave no claims: ${said}`)
