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
 * an ES256 signature takes thirty times as long as HS256. Expiry is checked each time. A cache belongs to one set of keys.
 */
export function verifiedTokens(trusted: TrustedKeys) {
  /** Those in use. When they are half of what may be cached, they become the older half, and what is used moves on. */
  let recent = new Map<string, VerifiedToken>()
  let older = new Map<string, VerifiedToken>()
  const keep = (token: string, verified: VerifiedToken) => {
    if (recent.size >= VERIFIED_TOKENS_MAX / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(token, verified)
  }
  return {
    /** Throws TokenError. */
    verify(token: string, now: Date): VerifiedToken {
      const known = recent.get(token)
      const verified = known ??
        older.get(token) ?? { claims: Object.freeze(signedClaims(trusted, token)), signed: signedPart(token) }
      mustBeTimely(verified.claims, now)
      if (known === undefined) {
        older.delete(token)
        keep(token, verified)
      }
      return verified
    },
    count: () => recent.size + older.size,
  }
}
