import { createHash, createHmac, createSecretKey, randomInt, timingSafeEqual } from 'node:crypto'
import { cachedReads } from '../../platform/cached-reads.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'

export type AuthSecrets = ReturnType<typeof authSecrets>

/** What a session's refresh token says: which session, and how often it was renewed. */
export interface RefreshToken {
  sessionId: string
  counter: number
}

const ID_BYTES = 16
const COUNTER_BYTES = 8
const MAC_BYTES = 16
const TOKEN_BYTES = ID_BYTES + COUNTER_BYTES + MAC_BYTES

/**
 * Refresh tokens and one-time codes, derived from a secret of the project that its database does not contain: reading
 * the tables, or a backup of them, gives no session.
 */
export function authSecrets(secrets: ProjectSecrets) {
  // The secret never changes, so it cannot be outdated.
  const keys = cachedReads(async (ref) => {
    const secret = await secrets.read(ref, 'superuser_password')
    // From bytes, each use would first make such a key of them.
    return createSecretKey(createHmac('sha256', secret).update('auth').digest())
  })
  const mac = async (ref: string, purpose: string, bytes: Buffer | string) =>
    createHmac('sha256', await keys.of(ref))
      .update(`${purpose}\0`)
      .update(bytes)
      .digest()

  const refreshMac = async (ref: string, head: Buffer) =>
    (await mac(ref, 'refresh', head)).subarray(0, MAC_BYTES)

  return {
    async refreshToken(ref: string, { sessionId, counter }: RefreshToken) {
      const head = Buffer.alloc(ID_BYTES + COUNTER_BYTES)
      Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(head)
      head.writeBigUInt64BE(BigInt(counter), ID_BYTES)
      return Buffer.concat([head, await refreshMac(ref, head)]).toString('base64url')
    },

    /** Undefined for anything that this project has not issued. */
    async readRefreshToken(ref: string, token: string): Promise<RefreshToken | undefined> {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
      const head = bytes.subarray(0, ID_BYTES + COUNTER_BYTES)
      if (!timingSafeEqual(bytes.subarray(head.length), await refreshMac(ref, head))) return undefined
      const id = bytes.toString('hex', 0, ID_BYTES)
      return {
        sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        counter: Number(bytes.readBigUInt64BE(ID_BYTES)),
      }
    },

    /** The token of a link that stands for a user's one-time code of one kind. */
    codeToken: async (ref: string, parts: { userId: string; kind: string; code: string }) =>
      (await mac(ref, 'code', JSON.stringify([parts.userId, parts.kind, parts.code]))).toString('hex'),

    forget: keys.forget,
  }
}

/** Decimal digits, each equally likely. */
export const newCode = (length: number) => Array.from({ length }, () => randomInt(10)).join('')

/** The stored form of a token that is random enough not to be guessed. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whether a verifier belongs to the challenge of a PKCE flow (RFC 7636, 4.6). */
export function isVerifier(verifier: string, challenge: string, method: 's256' | 'plain') {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [a, b] = [Buffer.from(derived), Buffer.from(challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
