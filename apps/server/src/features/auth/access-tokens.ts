import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { TokenClaims } from '../../platform/secrets/jwt.ts'
import { customClaims } from './custom-claims.ts'
import type { AuthHooks } from './hooks.ts'
import type { WireUser } from './user-record.ts'

/** Signs tokens with the key that a project uses now. */
export interface TokenSigner {
  signClaims(ref: string, claims: TokenClaims): MaybePromise<string>
}

/** An entry of the claim `amr`: a method, and when it was used in seconds since 1970. */
export interface Amr {
  method: string
  timestamp: number
}

/** What a token says about the session that it belongs to. */
export interface TokenSession {
  sessionId: string
  aal: string | null
  /** Newest first. */
  amr: Amr[]
}

type Claims = TokenClaims & { exp: number }

interface Deps {
  keys: TokenSigner
  hooks: AuthHooks
  now: () => Date
}

export type AccessTokens = ReturnType<typeof accessTokens>

/** The access tokens of users. */
export function accessTokens({ keys, hooks, now }: Deps) {
  return {
    /** The claims of a new token, as the project's hook leaves them. Rejects with AuthError when the hook fails. */
    claims(
      ref: string,
      issuer: string,
      settings: AuthSettings,
      user: WireUser,
      { sessionId, aal, amr }: TokenSession,
    ): MaybePromise<Claims> {
      const iat = Math.floor(now().getTime() / 1000)
      const exp = iat + settings.jwt_exp
      const claims: Claims = {
        iss: issuer,
        sub: user.id,
        aud: user.aud,
        exp,
        iat,
        email: user.email,
        phone: user.phone,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
        role: user.role,
        aal: aal ?? 'aal1',
        amr,
        session_id: sessionId,
        is_anonymous: user.is_anonymous,
      }
      if (!hooks.isEnabled(settings, 'custom_access_token')) return claims
      const method = amr[0]?.method ?? 'password'
      return customClaims(hooks, ref, settings, { claims, method }).then((custom) => ({ ...custom, exp }))
    },

    sign: (ref: string, claims: TokenClaims) => keys.signClaims(ref, claims),
  }
}
