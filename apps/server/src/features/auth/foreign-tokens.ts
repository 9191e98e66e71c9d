import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { mustBeTimely, type TokenClaims, TokenError } from '../../platform/secrets/jwt.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import { providerClient } from './provider-client.ts'
import { providerFetch } from './provider-fetch.ts'

type Verify = (
  ref: string,
  credential: string,
  userAgent: string | undefined,
) => MaybePromise<Readonly<TokenClaims>>

/** Verified tokens that are kept, for all projects. */
const TOKENS_MAX = 1_000
/** How long one is kept: a key that the issuer has withdrawn counts until then. */
const KEPT_MS = 300_000
const KEY_SETS_MAX = 200
/** As for ID tokens: unknown keys do not make us ask for each token. */
const COOLDOWN_MS = 5_000

/** Tokens of third parties end up as claims that are marked here: none of them is a user of the auth API. */
const foreign = new WeakSet<object>()
export const isForeign = (claims: object) => foreign.has(claims)

interface Deps {
  settings: Pick<AuthSettingsStore, 'of'>
  /** The addresses that may be sent to. */
  reach: Reach
  now: () => Date
}

/**
 * Accepts tokens of issuers that a project trusts, beside its own. A token is looked at only when it is none of the
 * project's own, so that those cost nothing more.
 */
export function foreignTokens({ settings: settingsOf, reach, now }: Deps) {
  const client = providerClient(reach, now)
  const fetchWithin = providerFetch(reach)
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  const kept = new Map<string, { claims: Readonly<TokenClaims>; until: number }>()

  const keysOf = async (issuer: string) => {
    const known = keySets.get(issuer)
    if (known) return known
    const { jwks_uri } = await client.discovered(issuer, issuer)
    if (jwks_uri === undefined) throw new TokenError('untrusted')
    if (keySets.size >= KEY_SETS_MAX) keySets.clear()
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: (url, init) => fetchWithin(url, init),
    })
    keySets.set(issuer, keys)
    return keys
  }

  const verify = async (ref: string, token: string, error: TokenError): Promise<Readonly<TokenClaims>> => {
    const { third_party_issuers: trusted } = await settingsOf.of(ref)
    const issuer = trusted.length === 0 ? undefined : issuerIn(token)
    if (issuer === undefined || !trusted.includes(issuer)) throw error
    const key = `${ref} ${token}`
    const at = now()
    const known = kept.get(key)
    if (known && known.until > at.getTime()) {
      mustBeTimely(known.claims, at)
      return known.claims
    }
    const claims = await verified(token, issuer, await keysOf(issuer), at)
    if (kept.size >= TOKENS_MAX) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { claims, until: at.getTime() + KEPT_MS })
    return claims
  }

  return {
    /** The claims of a token of the project, or of an issuer that it trusts. Throws as `own` does. */
    beside:
      (own: Verify): Verify =>
      (ref, credential, userAgent) => {
        const orForeign = (error: unknown) => {
          const isUnknown = error instanceof TokenError && UNKNOWN.includes(error.problem)
          if (!isUnknown) throw error
          return verify(ref, credential, error)
        }
        try {
          const claims = own(ref, credential, userAgent)
          return claims instanceof Promise ? claims.catch(orForeign) : claims
        } catch (error) {
          return orForeign(error)
        }
      },
  }
}

/** Problems of a token that another issuer may have signed: with an unknown key, or by another algorithm. */
const UNKNOWN: readonly TokenError['problem'][] = ['untrusted', 'malformed']

/** What a token says about its issuer, which proves nothing yet. */
function issuerIn(token: string) {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

async function verified(
  token: string,
  issuer: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  currentDate: Date,
): Promise<Readonly<TokenClaims>> {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, currentDate, requiredClaims: ['exp', 'sub'] })
    // Servers use keys of the project. An issuer whose users can set claims must not make one of them a server.
    if (payload.role === 'service_role') throw new TokenError('untrusted')
    const claims = Object.freeze({ ...payload })
    foreign.add(claims)
    return claims
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError('expired')
    if (error instanceof errors.JOSEError) throw new TokenError('forged')
    throw error
  }
}
