import { createHmac } from 'node:crypto'
import { type ApiRole, isApiKey, isBrowser } from '@basalt/contract/keys/keys.rules.ts'
import { hashToken } from '../../platform/ids.ts'
import { signToken, type TokenClaims, verifyToken } from '../../platform/secrets/jwt.ts'
import { type Soon, whenHere } from '../../platform/soon.ts'
import { keyRefusal } from './key-refusal.ts'
import { ISSUER, isUseNews, type Keyring, type KeyringDeps, keyrings, noteUse, type Used } from './keyring.ts'

export type KeyService = ReturnType<typeof keyService>

/** The keys of projects' own APIs, and the one place where they and their users' tokens are signed and verified. */
export function keyService({ now, ...deps }: KeyringDeps & { now: () => Date }) {
  const rings = keyrings(deps)
  /** A key for one purpose alone: what is signed for it proves nothing elsewhere. */
  const secretFor = async (ref: string, purpose: string) => {
    const { secret } = await rings.of(ref)
    return createHmac('sha256', secret).update(purpose).digest('base64url')
  }
  const secondsNow = () => Math.floor(now().getTime() / 1000)

  type Claims = Readonly<TokenClaims>

  const claimsOfKey = ({ apiKeys }: Keyring, key: string, userAgent: string | undefined) => {
    const known = apiKeys.get(hashToken(key).toString('hex'))
    if (!known) throw keyRefusal('InvalidApiKey')
    if (known.type === 'secret' && isBrowser(userAgent)) throw keyRefusal('SecretKeyInBrowser')
    return afterUse(known, now(), (at) => deps.apiKeys.noteUse(known.id, at), known.claims)
  }

  const claimsOfToken = ({ tokens, legacy }: Keyring, ref: string, token: string) => {
    const at = now()
    const { claims, signed } = tokens.verify(token, at)
    if (!legacy.isOne(signed)) return claims
    if (!legacy.areEnabled) throw keyRefusal('LegacyApiKeysDisabled')
    return afterUse(legacy, at, () => deps.legacyKeys.noteUse(ref, at), claims)
  }

  /** Nearly every call is one whose use need not be noted. */
  const afterUse = (used: Used, at: Date, note: (at: Date) => Promise<void>, claims: Claims): Soon<Claims> =>
    isUseNews(used, at) ? noteUse(used, at, note).then(() => claims) : claims

  return {
    /** The legacy keys, whether the project accepts them or not. */
    legacy: async (ref: string) => (await rings.of(ref)).legacy.keys,

    /** A token of the project, signed with what is in use. */
    async temporary(ref: string, claims: TokenClaims & { role?: ApiRole }, validSeconds: number) {
      const { signer } = await rings.of(ref)
      const iat = secondsNow()
      return signToken(signer, { iss: ISSUER, ref, ...claims, iat, exp: iat + validSeconds })
    },

    /**
     * What a key or a user's token says. Throws TokenError for a token, `unauthenticated` for a key; `userAgent` is that of
     * the request, because secret keys are refused from browsers.
     */
    verify: (ref: string, credential: string, userAgent?: string): Soon<Claims> =>
      whenHere(rings.of(ref), (ring) =>
        isApiKey(credential)
          ? claimsOfKey(ring, credential, userAgent)
          : claimsOfToken(ring, ref, credential),
      ),

    async signFor(ref: string, purpose: string, claims: TokenClaims, validSeconds: number) {
      const iat = secondsNow()
      return signToken(await secretFor(ref, purpose), { ...claims, iat, exp: iat + validSeconds })
    },

    /** What was signed for this very purpose. Throws TokenError. */
    async verifyFor(ref: string, purpose: string, token: string) {
      return verifyToken({ secret: await secretFor(ref, purpose) }, token, now())
    },

    jwtSecret: async (ref: string) => (await rings.of(ref)).secret,

    /** Of a project whose keys have changed, or that is gone and whose ref may come again. */
    forget: rings.forget,
  }
}
