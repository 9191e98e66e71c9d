import { createHmac } from 'node:crypto'
import { type ApiRole, isApiKey, isBrowser, roleOfKeyType } from '@basalt/contract/keys/keys.rules.ts'
import { hashToken } from '../../platform/ids.ts'
import { signToken, type TokenClaims, verifyToken } from '../../platform/secrets/jwt.ts'
import { keyRefusal } from './key-refusal.ts'
import { ISSUER, type KeyringDeps, keyrings, noteUse } from './keyring.ts'

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

  const verifyApiKey = async (ref: string, key: string, userAgent: string | undefined) => {
    const { apiKeys } = await rings.of(ref)
    const known = apiKeys.get(hashToken(key).toString('hex'))
    if (!known) throw keyRefusal('InvalidApiKey')
    if (known.type === 'secret' && isBrowser(userAgent)) throw keyRefusal('SecretKeyInBrowser')
    await noteUse(known, now(), (at) => deps.apiKeys.noteUse(known.id, at))
    return { iss: ISSUER, ref, role: roleOfKeyType[known.type] }
  }

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
    async verify(ref: string, credential: string, userAgent?: string): Promise<Readonly<TokenClaims>> {
      if (isApiKey(credential)) return verifyApiKey(ref, credential, userAgent)
      const { tokens, legacy } = await rings.of(ref)
      const { claims, signed } = tokens.verify(credential, now())
      if (!legacy.isOne(signed)) return claims
      if (!legacy.areEnabled) throw keyRefusal('LegacyApiKeysDisabled')
      await noteUse(legacy, now(), (at) => deps.legacyKeys.noteUse(ref, at))
      return claims
    },

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
