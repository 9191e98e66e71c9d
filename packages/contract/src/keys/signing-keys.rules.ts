/**
 * The life of a signing key. On standby it is published, so that services that verify tokens know it before the first
 * one arrives; in use it signs; previously used it is still believed; revoked it is not.
 */
export const signingKeyStatuses = ['standby', 'in_use', 'previously_used', 'revoked'] as const
export type SigningKeyStatus = (typeof signingKeyStatuses)[number]

export const signingKeyStatusWords: Record<SigningKeyStatus, string> = {
  standby: 'Standby',
  in_use: 'In use',
  previously_used: 'Previously used',
  revoked: 'Revoked',
}

/** What a key may become by somebody's wish. The key in use leaves that only when another takes its place. */
const moves: Record<SigningKeyStatus, readonly SigningKeyStatus[]> = {
  standby: ['in_use'],
  in_use: [],
  previously_used: ['in_use', 'revoked'],
  revoked: ['previously_used'],
}

export const mayBecome = (from: SigningKeyStatus, to: SigningKeyStatus) => moves[from].includes(to)

/** Whether tokens that it signed are accepted, and its public half is published. */
export const isTrusted = (status: SigningKeyStatus) => status !== 'revoked'

/** Deleting takes the record away as well; what somebody may still rely on is revoked first. */
export const isDeletable = (status: SigningKeyStatus) => status === 'standby' || status === 'revoked'

/** The HS256 secret that every project begins with: it is the project's as long as there is one, so it has no id of its own. */
export const LEGACY_SIGNING_KEY = 'legacy'

/** Of one project, with those that are revoked. */
export const SIGNING_KEYS_MAX = 20

/** Where the public halves are, below `/p/{ref}`. */
export const JWKS_PATH = '/auth/v1/.well-known/jwks.json'
/** How long others may rely on a copy of them. */
export const JWKS_CACHE_SECONDS = 600

/** RFC 7518: a key for HS256 is at least as long as its hash. */
export const JWT_SECRET_MIN = 32
export const JWT_SECRET_MAX = 512
