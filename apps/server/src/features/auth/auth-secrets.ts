import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { cachedReads } from '../../platform/cached-reads.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'

export type AuthSecrets = ReturnType<typeof authSecrets>

/** What a session's refresh token says: which session, and how often it was renewed. */
export interface RefreshToken {
  sessionId: string
  counter: number
}

const ID_BYTES = 16
const COUNTER_BYTES = 8
/** A session that is renewed each second needs nine million years for more; those before are zero. */
const COUNTER_WRITTEN_BYTES = 6
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
  return {
    refreshToken: (ref: string, token: RefreshToken): MaybePromise<string> =>
      andThen(keys.of(ref), (key) => writtenWith(key, token)),

    /** Undefined for anything that this project has not issued. */
    readRefreshToken: (ref: string, token: string): MaybePromise<RefreshToken | undefined> =>
      andThen(keys.of(ref), (key) => readWith(key, token)),

    /** The token of a link that stands for a user's one-time code of one kind. */
    codeToken: async (ref: string, parts: { userId: string; kind: string; code: string }) =>
      mac(await keys.of(ref), 'code', JSON.stringify([parts.userId, parts.kind, parts.code])).toString('hex'),

    forget: keys.forget,
  }
}

const mac = (key: KeyObject, purpose: string, bytes: Buffer | string) =>
  createHmac('sha256', key).update(`${purpose}\0`).update(bytes).digest()

const HEAD_BYTES = ID_BYTES + COUNTER_BYTES

/** Adds the MAC of what precedes it. */
const addMac = (key: KeyObject, bytes: Buffer) =>
  mac(key, 'refresh', bytes.subarray(0, HEAD_BYTES)).copy(bytes, HEAD_BYTES, 0, MAC_BYTES)

function writtenWith(key: KeyObject, { sessionId, counter }: RefreshToken) {
  const bytes = Buffer.alloc(TOKEN_BYTES)
  bytes.write(bareId(sessionId), 'hex')
  bytes.writeUIntBE(counter, HEAD_BYTES - COUNTER_WRITTEN_BYTES, COUNTER_WRITTEN_BYTES)
  addMac(key, bytes)
  return bytes.toString('base64url')
}

function readWith(key: KeyObject, token: string): RefreshToken | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
  const expected = Buffer.from(bytes)
  addMac(key, expected)
  if (!timingSafeEqual(bytes, expected)) return undefined
  return {
    sessionId: uuidOf(bytes.toString('hex', 0, ID_BYTES)),
    counter: bytes.readUIntBE(HEAD_BYTES - COUNTER_WRITTEN_BYTES, COUNTER_WRITTEN_BYTES),
  }
}

/** A UUID without its hyphens. Patterns would take longer than the MAC. */
const bareId = (id: string) =>
  id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24)

/** A UUID from its 32 digits. */
export const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

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
