import { createHash } from 'node:crypto'
import type { SignInProvider } from '@basalt/contract/auth/auth.schema.ts'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { AuthError } from './auth-error.ts'
import { mappedClaims } from './mapped-claims.ts'
import type { ConfiguredProvider, ProviderClient } from './provider-client.ts'
import { CLOCK_TOLERANCE_SECONDS, isIssuedInFuture } from './provider-clock.rules.ts'
import { endpointsOf } from './provider-endpoints.ts'
import { providerFetch } from './provider-fetch.ts'

/** Key sets kept. */
const KEY_SETS_MAX = 200
/** An unknown key is looked up again after this long, so that forged tokens cannot make us ask for each. */
const COOLDOWN_MS = 5_000

/** A token that an app got from a provider by itself. */
export interface GivenIdToken {
  idToken: string
  accessToken?: string | undefined
  nonce?: string | undefined
  /** The client that the app says it is from; undefined for any of the provider's. */
  clientId?: string | undefined
  /** The issuer that the app expects, such as a tenant of several; undefined for that of the provider. */
  issuer?: string | undefined
}

/** Verifies ID tokens that apps got from a provider's own library. */
export function idTokens(client: ProviderClient, reach: Reach, now: () => Date) {
  const fetchWithin = providerFetch(reach)
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
  const keysAt = (url: string) => {
    const known = keySets.get(url)
    if (known) return known
    if (keySets.size >= KEY_SETS_MAX) keySets.clear()
    const keys = createRemoteJWKSet(new URL(url), {
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: (address, init) => fetchWithin(address, init),
    })
    keySets.set(url, keys)
    return keys
  }

  return {
    /** The claims of a token for one of the provider's clients, and its issuer. Throws AuthError. */
    async verify({ key, settings }: ConfiguredProvider, given: GivenIdToken) {
      const { idToken, accessToken, nonce, clientId, issuer: wanted } = given
      const clients = clientsOf(settings)
      if (clientId !== undefined && !clients.includes(clientId))
        throw new AuthError('validation_failed', `client_id is not a client of ${key}`)
      const endpoints = endpointsOf(key, settings)
      if (endpoints.kind !== 'openid')
        throw new AuthError('validation_failed', `${key} issues no ID tokens. Use signInWithOAuth.`)
      const { issuer, jwks_uri } = await client.serverOf(key, endpoints)
      if (jwks_uri === undefined)
        throw new AuthError('validation_failed', `${key} publishes no keys to verify ID tokens with`)
      const at = now()
      const payload = await claimsOf(idToken, keysAt(jwks_uri), {
        audience: clientId === undefined ? clients : [clientId],
        currentDate: at,
      })
      if (isIssuedInFuture(payload, at)) throw invalid('it was issued in the future')
      // An issuer of many tenants has the tenant of the token in its name.
      const expected = issuer.replace('{tenantid}', String(payload.tid))
      if (payload.iss !== expected) throw invalid(`it was issued by ${payload.iss}, not by ${expected}`)
      if (wanted !== undefined && wanted !== expected)
        throw invalid(`it was issued by ${expected}, not by ${wanted}`)
      if (payload.exp === undefined || payload.sub === undefined) throw invalid('it has no exp or no sub')
      if (!settings.skip_nonce_check) mustMatchNonce(payload, nonce)
      if (accessToken !== undefined) mustMatchAccessToken(payload, accessToken)
      return { issuer: expected, claims: mappedClaims(payload, endpoints.mapping) }
    },
  }
}

/** The clients of a provider whose ID tokens are accepted. */
export const clientsOf = ({ client_id, additional_client_ids }: SignInProvider) => [
  client_id,
  ...additional_client_ids,
]

async function claimsOf(
  idToken: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  expected: { audience: string[]; currentDate: Date },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      ...expected,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      throw invalid('it was issued for another client', error)
    throw invalid(error instanceof Error ? error.message : String(error), error)
  }
}

/** Apps send the nonce to the provider as its SHA-256, and plain to us; some providers hash it themselves. */
function mustMatchNonce({ nonce: claimed }: JWTPayload, given: string | undefined) {
  if ((claimed === undefined) !== (given === undefined))
    throw new AuthError(
      'validation_failed',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  if (given === undefined) return
  const hashed = createHash('sha256').update(given).digest('hex')
  if (claimed !== hashed && claimed !== given) throw invalid('its nonce is another one')
}

/** OpenID Connect Core, 3.1.3.8: the left half of the hash of the access token. */
function mustMatchAccessToken({ at_hash }: JWTPayload, accessToken: string) {
  if (at_hash === undefined) return
  const digests = ['sha256', 'sha384', 'sha512'].map((algorithm) => {
    const digest = createHash(algorithm).update(accessToken).digest()
    return digest.subarray(0, digest.length / 2).toString('base64url')
  })
  if (!digests.includes(String(at_hash))) throw invalid('the access token does not belong to it')
}

const invalid = (reason: string, cause?: unknown) =>
  new AuthError('bad_jwt', `Bad ID token: ${reason}`, { status: 400, cause })
