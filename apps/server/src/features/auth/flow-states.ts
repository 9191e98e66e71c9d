import { randomUUID } from 'node:crypto'
import { AUTH_CODE_SECONDS } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { hashOfToken, isVerifier } from './auth-secrets.ts'
import type { Method } from './sessions.ts'

/** What a client that keeps a verifier sends with the first call of a PKCE flow (RFC 7636). */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Begins a flow that ends in a code, which only the holder of the verifier can use. An earlier one of the user and method is void. */
export async function beginFlow(
  run: Run,
  userId: string,
  method: Method,
  { challenge, method: by }: Challenge,
) {
  await run('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [userId, method])
  await run(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, now(), now())`,
    [randomUUID(), userId, by, challenge, method],
  )
}

/** The code with which the client of a flow gets its session. Throws `flow_state_not_found`. */
export async function issueAuthCode(run: Run, userId: string, method: Method) {
  const code = randomUUID()
  const issued = await run(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where user_id = $1 and authentication_method = $2 returning id`,
    [userId, method, hashOfToken(code)],
  )
  if (issued.length === 0) throw flowNotFound()
  return code
}

/** A flow that has ended with its code. */
interface EndedFlow {
  user_id: string
  method: Method
}

export interface FlowRow extends EndedFlow {
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  is_fresh: boolean
  /** `email`, or the key of a provider. */
  provider_type: string
  /** Sealed tokens for the provider's API. */
  provider_access_token: string | null
  provider_refresh_token: string | null
}

/** Ends a flow, whatever the outcome: a code can be tried once. The result is to be judged outside of the transaction. */
export async function takeFlow(run: Run, code: string): Promise<FlowRow | undefined> {
  const [flow] = await run<FlowRow>(
    `delete from auth.flow_state where auth_code = $1
     returning user_id, authentication_method as method, code_challenge, code_challenge_method,
       provider_type, provider_access_token, provider_refresh_token,
       auth_code_issued_at > now() - $2::float8 * interval '1 second' as is_fresh`,
    [hashOfToken(code), AUTH_CODE_SECONDS],
  )
  return flow
}

/** Throws AuthError when the flow is missing or too old, or the verifier is not the one that it began with. */
export function mustVerify(flow: FlowRow | undefined, verifier: string): FlowRow {
  if (!flow) throw flowNotFound()
  if (!flow.is_fresh) throw new AuthError('flow_state_expired', 'invalid flow state, flow state has expired')
  if (!isVerifier(verifier, flow.code_challenge, flow.code_challenge_method))
    throw new AuthError('bad_code_verifier', 'code challenge does not match previously saved code verifier')
  return flow
}

const flowNotFound = () =>
  new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
