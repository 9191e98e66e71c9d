import {
  mustBeTimely,
  signedClaims,
  signedPart,
  type TokenClaims,
  type TrustedKeys,
} from '../../platform/secrets/jwt.ts'

/** Cached per project. A token has at most 8 KB, and usually less than 1 KB. */
export const VERIFIED_TOKENS_MAX = 500

export interface VerifiedToken {
  /** The same frozen object each time the token is verified. */
  claims: Readonly<TokenClaims>
  /** The part of the token that is signed. */
  signed: string
}

export type VerifiedTokens = ReturnType<typeof verifiedTokens>

/**
 * Verifies tokens and caches those with a valid signature: an app sends the same token with every request, and checking
 * an ES256 signature takes ten times as long as HS256. Expiry is checked each time. A cache belongs to one set of keys.
 */
export function verifiedTokens(trusted: TrustedKeys) {
  const cache = new Map<string, VerifiedToken>()
  return {
    /** Throws TokenError. */
    verify(token: string, now: Date): VerifiedToken {
      const verified = cache.get(token) ?? {
        claims: Object.freeze(signedClaims(trusted, token)),
        signed: signedPart(token),
      }
      mustBeTimely(verified.claims, now)
      // Moved to the end, so that the first one is the least recently used.
      cache.delete(token)
      cache.set(token, verified)
      if (cache.size > VERIFIED_TOKENS_MAX) cache.delete(cache.keys().next().value ?? '')
      return verified
    },
    count: () => cache.size,
  }
}
