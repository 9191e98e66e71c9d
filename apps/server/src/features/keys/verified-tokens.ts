import {
  mustBeTimely,
  signedClaims,
  signedPart,
  type TokenClaims,
  type TrustedKeys,
} from '../../platform/secrets/jwt.ts'

/** Of one project. A token has 8 KB at most, and most have less than one. */
export const VERIFIED_TOKENS_MAX = 500

export interface Verified {
  /** The same object each time a token comes; nobody may change it. */
  claims: Readonly<TokenClaims>
  /** What its signature vouches for. */
  signed: string
}

export type VerifiedTokens = ReturnType<typeof verifiedTokens>

/**
 * Verifies tokens, and remembers the signatures that were good: an app sends the same token with every request, and
 * checking one by ES256 costs ten times what HS256 does. Times are looked at each time. It knows one set of keys, and
 * goes away with it.
 */
export function verifiedTokens(trusted: TrustedKeys) {
  const known = new Map<string, Verified>()
  return {
    /** What the token says. Throws TokenError. */
    verify(token: string, now: Date): Verified {
      const verified = known.get(token) ?? {
        claims: Object.freeze(signedClaims(trusted, token)),
        signed: signedPart(token),
      }
      mustBeTimely(verified.claims, now)
      // Put at the end, so that the first is the one that was not used for longest.
      known.delete(token)
      known.set(token, verified)
      if (known.size > VERIFIED_TOKENS_MAX) known.delete(known.keys().next().value ?? '')
      return verified
    },
    count: () => known.size,
  }
}
