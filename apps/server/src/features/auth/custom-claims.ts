import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { requiredClaims } from '@basalt/contract/auth/auth-hooks.rules.ts'
import type { TokenClaims } from '../../platform/secrets/jwt.ts'
import { AuthError } from './auth-error.ts'
import type { AuthHooks } from './hooks.ts'

/** Tokens are sent as headers. */
const CLAIMS_MAX_BYTES = 6 * 1024

/** The claims of a new token, as a hook leaves them. Throws AuthError when it removed what clients rely on. */
export async function customClaims(
  hooks: AuthHooks,
  ref: string,
  settings: AuthSettings,
  { claims, method }: { claims: TokenClaims; method: string },
): Promise<TokenClaims> {
  const answer = await hooks.run(ref, settings, 'custom_access_token', {
    user_id: claims.sub,
    claims,
    authentication_method: method,
  })
  if (answer === undefined) return claims
  const custom = answer.claims
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom))
    throw invalid('The answer of the hook has no claims')
  const missing = requiredClaims.filter((name) => (custom as TokenClaims)[name] === undefined)
  if (missing.length > 0) throw invalid(`The hook removed ${missing.join(', ')}`)
  if (Buffer.byteLength(JSON.stringify(custom)) > CLAIMS_MAX_BYTES)
    throw invalid(`The claims have more than ${CLAIMS_MAX_BYTES} bytes`)
  return custom as TokenClaims
}

const invalid = (reason: string) =>
  new AuthError('unexpected_failure', `output claims do not conform to the expected schema: ${reason}`)
