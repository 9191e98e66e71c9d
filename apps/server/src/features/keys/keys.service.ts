import { createHmac } from 'node:crypto'
import { type ApiRole, isApiKey, isBrowser } from '@basalt/contract/keys/keys.rules.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { signToken, type TokenClaims, verifyToken } from '../../platform/secrets/jwt.ts'
import {
  ISSUER,
  type Keyring,
  type KeyringDeps,
  keyrings,
  recordUse,
  shouldRecordUse,
  type UseRecord,
} from './keyring.ts'

export type KeyService = ReturnType<typeof keyService>

/** Signs and verifies the keys of projects' own APIs and the tokens of their users. */
export function keyService({ now, ...deps }: KeyringDeps & { now: () => Date }) {
  const rings = keyrings(deps)
  /** A secret for one purpose, so that tokens signed for it are not valid for another. */
  const secretFor = async (ref: string, purpose: string) => {
    const { secret } = await rings.of(ref)
    return createHmac('sha256', secret).update(purpose).digest('base64url')
  }
  const secondsNow = () => Math.floor(now().getTime() / 1000)

  type Claims = Readonly<TokenClaims>

  const claimsOfKey = ({ apiKeys }: Keyring, key: string, userAgent: string | undefined) => {
    const known = apiKeys.get(hashToken(key).toString('hex'))
    if (!known) throw keyError('InvalidApiKey')
    if (known.type === 'secret' && isBrowser(userAgent)) throw keyError('SecretKeyInBrowser')
    return afterUse(known, now(), (at) => deps.apiKeys.recordUse(known.id, at), known.claims)
  }

  const claimsOfToken = ({ tokens, legacy }: Keyring, ref: string, token: string) => {
    const at = now()
    const { claims, signed } = tokens.verify(token, at)
    if (!legacy.includes(signed)) return claims
    if (!legacy.areEnabled) throw keyError('LegacyApiKeysDisabled')
    return afterUse(legacy, at, () => deps.legacyKeys.recordUse(ref, at), claims)
  }

  /** Returns the claims at once when the use need not be recorded, which is nearly always. */
  const afterUse = (
    record: UseRecord,
    at: Date,
    write: (at: Date) => Promise<void>,
    claims: Claims,
  ): MaybePromise<Claims> =>
    shouldRecordUse(record, at) ? recordUse(record, at, write).then(() => claims) : claims

  return {
    /** The legacy keys, also when they are disabled. */
    legacy: async (ref: string) => (await rings.of(ref)).legacy.keys,

    /** A token of the project, signed with the key in use. */
    async temporary(ref: string, claims: TokenClaims & { role?: ApiRole }, validSeconds: number) {
      const { signer } = await rings.of(ref)
      const iat = secondsNow()
      return signToken(signer, { iss: ISSUER, ref, ...claims, iat, exp: iat + validSeconds })
    },

    /** A token of a user, signed with the key in use. The claims are complete. */
    signClaims: (ref: string, claims: TokenClaims): MaybePromise<string> =>
      andThen(rings.of(ref), ({ signer }) => signToken(signer, claims)),

    /**
     * Returns the claims of a key or of a user's token. Throws TokenError for a token, `unauthenticated` for a key. The
     * `userAgent` of the request is needed because browsers may not use secret keys.
     */
    verify: (ref: string, credential: string, userAgent?: string): MaybePromise<Claims> =>
      andThen(rings.of(ref), (ring) =>
        isApiKey(credential)
          ? claimsOfKey(ring, credential, userAgent)
          : claimsOfToken(ring, ref, credential),
      ),

    async signFor(ref: string, purpose: string, claims: TokenClaims, validSeconds: number) {
      const iat = secondsNow()
      return signToken(await secretFor(ref, purpose), { ...claims, iat, exp: iat + validSeconds })
    },

    /** The claims of a token that `signFor` signed for the same purpose. Throws TokenError. */
    async verifyFor(ref: string, purpose: string, token: string) {
      return verifyToken({ secret: await secretFor(ref, purpose) }, token, now())
    },

    jwtSecret: async (ref: string) => (await rings.of(ref)).secret,

    /** Called when keys have changed, or a project was deleted and another one may get its ref. */
    forget: rings.forget,
  }
}

const keyErrorMessages = {
  InvalidApiKey: 'Invalid API key: this project has no such key, or it was revoked',
  LegacyApiKeysDisabled:
    'The legacy API keys of this project are disabled. Use a publishable or secret key, or enable them in the settings of the project.',
  SecretKeyInBrowser:
    'A secret API key must not be used in a browser, where anyone can read it. Use a publishable key there, and replace this secret key.',
}

/** An error with a reason that the APIs of projects return. */
const keyError = (reason: keyof typeof keyErrorMessages) =>
  new AppError('unauthenticated', keyErrorMessages[reason], { details: { reason } })
