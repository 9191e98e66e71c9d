import { createHmac } from 'node:crypto'
import { type ApiRole, LASTING_KEY_SECONDS } from '@basalt/contract/keys/keys.rules.ts'
import { signToken, type TokenClaims, verifyToken } from '../../platform/jwt.ts'
import type { ProjectSecrets } from '../../platform/project-secrets.ts'

export type KeyService = ReturnType<typeof keyService>

interface Keyed {
  ref: string
  created_at: string
}

/** The keys of projects' own APIs: tokens that are signed with a secret of the project. */
export function keyService({ secrets, now }: { secrets: ProjectSecrets; now: () => Date }) {
  const known = new Map<string, Promise<string>>()
  const secretOf = (ref: string) => {
    const reading = known.get(ref) ?? secrets.read(ref, 'jwt_secret')
    known.set(ref, reading)
    reading.catch(() => known.delete(ref))
    return reading
  }
  /** A key for one purpose alone: what is signed for it proves nothing elsewhere. */
  const secretFor = async (ref: string, purpose: string) =>
    createHmac('sha256', await secretOf(ref))
      .update(purpose)
      .digest('base64url')
  const secondsNow = () => Math.floor(now().getTime() / 1000)

  return {
    /** The key that is the same at every call, because it follows from the project. */
    async lasting({ ref, created_at }: Keyed, role: ApiRole) {
      const iat = Math.floor(Date.parse(created_at) / 1000)
      return signToken(await secretOf(ref), { iss: 'basalt', ref, role, iat, exp: iat + LASTING_KEY_SECONDS })
    },

    async temporary(ref: string, claims: TokenClaims, validSeconds: number) {
      const iat = secondsNow()
      return signToken(await secretOf(ref), { iss: 'basalt', ref, ...claims, iat, exp: iat + validSeconds })
    },

    /** What a key or a user's token says. Throws TokenError. */
    async verify(ref: string, token: string) {
      return verifyToken(await secretOf(ref), token, now())
    },

    async signFor(ref: string, purpose: string, claims: TokenClaims, validSeconds: number) {
      const iat = secondsNow()
      return signToken(await secretFor(ref, purpose), { ...claims, iat, exp: iat + validSeconds })
    },

    /** What was signed for this very purpose. Throws TokenError. */
    async verifyFor(ref: string, purpose: string, token: string) {
      return verifyToken(await secretFor(ref, purpose), token, now())
    },

    /** Of a project that is gone, whose ref may come again. */
    forget: (ref: string) => void known.delete(ref),
  }
}
