/**
 * The life of a signing key. `standby`: published, so that services know it before the first token it signs. `in_use`:
 * signs. `previously_used`: still trusted. `revoked`: no longer trusted.
 */
export const signingKeyStatuses = ['standby', 'in_use', 'previously_used', 'revoked'] as const
export type SigningKeyStatus = (typeof signingKeyStatuses)[number]

export const signingKeyStatusLabels: Record<SigningKeyStatus, string> = {
  standby: 'Standby',
  in_use: 'In use',
  previously_used: 'Previously used',
  revoked: 'Revoked',
}

/** The transitions a user may request. The key in use changes only when another one replaces it. */
const moves: Record<SigningKeyStatus, readonly SigningKeyStatus[]> = {
  standby: ['in_use'],
  in_use: [],
  previously_used: ['in_use', 'revoked'],
  revoked: ['previously_used'],
}

export const mayBecome = (from: SigningKeyStatus, to: SigningKeyStatus) => moves[from].includes(to)

/** Whether its tokens are accepted and its public key is published. */
export const isTrusted = (status: SigningKeyStatus) => status !== 'revoked'

/** A trusted key has to be revoked before it can be deleted. */
export const isDeletable = (status: SigningKeyStatus) => status === 'standby' || status === 'revoked'

/** The id of the HS256 secret that every project has from its creation. */
export const LEGACY_SIGNING_KEY = 'legacy'

/** Per project, including revoked ones. */
export const SIGNING_KEYS_MAX = 20

/** The path of the public keys below `/p/{ref}`. */
export const JWKS_PATH = '/auth/v1/.well-known/jwks.json'
/** How long clients may cache them. */
export const JWKS_CACHE_SECONDS = 600

/** RFC 7518 §3.2: an HS256 key is at least as long as the hash, in bytes. */
export const JWT_SECRET_MIN = 32
export const JWT_SECRET_MAX = 512
