import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'
import { ES256_SIGNATURE_BYTES, toDerSignature, toTokenSignature } from './es256-signature.ts'

/** The claims of a token. Times are seconds since 1970. */
export interface TokenClaims {
  iat?: number
  exp?: number
  nbf?: number
  [claim: string]: unknown
}

export type TokenProblem = 'malformed' | 'forged' | 'untrusted' | 'expired' | 'not_yet_valid'

/** Why a token is not accepted. */
export class TokenError extends Error {
  readonly problem: TokenProblem
  constructor(problem: TokenProblem) {
    super(messages[problem])
    this.problem = problem
  }
}

const messages: Record<TokenProblem, string> = {
  malformed: 'Invalid Compact JWS',
  forged: 'signature verification failed',
  untrusted: 'The key that signed this token is unknown or revoked',
  expired: 'jwt expired',
  not_yet_valid: 'jwt not active',
}

/** An elliptic key on P-256, and the id that its tokens carry. */
export interface Es256Key {
  kid: string
  privateKey: KeyObject
}

/** The keys whose signatures are accepted. Each algorithm has its own, so that no header can mix them up. */
export interface TrustedKeys {
  /** For HS256; omitted where that is not accepted. */
  secret?: string
  /** For ES256, by `kid`. */
  publicKeys?: ReadonlyMap<string, KeyObject>
}

const HS256_HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const MAX_TOKEN_LENGTH = 8192

/** Signs claims (RFC 7519) with a secret by HS256, or with a key by ES256. */
export function signToken(key: string | Es256Key, claims: TokenClaims) {
  if (typeof key === 'string') {
    const signed = `${HS256_HEADER}.${encode(claims)}`
    return `${signed}.${hs256(key, signed).toString('base64url')}`
  }
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${encode(claims)}`
  const signature = toTokenSignature(sign('sha256', Buffer.from(signed), key.privateKey))
  return `${signed}.${signature.toString('base64url')}`
}

/** The part of a token that its signature covers: two tokens that share it have the same claims. */
export const signedPart = (token: string) => token.slice(0, token.lastIndexOf('.'))

/** Verifies signature and times, and returns the claims. Only HS256 and ES256 are accepted. Throws TokenError. */
export function verifyToken(trusted: TrustedKeys, token: string, now: Date): TokenClaims {
  const claims = signedClaims(trusted, token)
  mustBeTimely(claims, now)
  return claims
}

/** The claims of a token with a valid signature, whatever the time is. Throws TokenError. */
export function signedClaims(trusted: TrustedKeys, token: string): TokenClaims {
  const parts = token.split('.')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature || token.length > MAX_TOKEN_LENGTH)
    throw new TokenError('malformed')
  const signatureBytes = Buffer.from(signature, 'base64url')
  // A signature has only one valid encoding.
  if (signatureBytes.toString('base64url') !== signature) throw new TokenError('malformed')
  if (!isSigned(trusted, decode(header), `${header}.${payload}`, signatureBytes))
    throw new TokenError('forged')
  const claims = decode(payload)
  if (!claims) throw new TokenError('malformed')
  return claims
}

/** Throws TokenError for a token that has expired or is not yet valid. */
export function mustBeTimely({ exp, nbf }: TokenClaims, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  if (exp !== undefined && !(Number(exp) > seconds)) throw new TokenError('expired')
  if (nbf !== undefined && !(Number(nbf) <= seconds)) throw new TokenError('not_yet_valid')
}

function isSigned(
  { secret, publicKeys }: TrustedKeys,
  header: TokenClaims | undefined,
  signed: string,
  signatureBytes: Buffer,
) {
  // RFC 7515 (4.1.11): a token with `crit` extensions that we do not know must be refused.
  if (header === undefined || header.crit !== undefined) throw new TokenError('malformed')
  if (header.alg === 'HS256') {
    if (secret === undefined) throw new TokenError('untrusted')
    const expected = hs256(secret, signed)
    return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
  }
  if (header.alg !== 'ES256') throw new TokenError('malformed')
  const key = publicKeys?.get(String(header.kid))
  if (!key) throw new TokenError('untrusted')
  return (
    signatureBytes.length === ES256_SIGNATURE_BYTES &&
    verify('sha256', Buffer.from(signed), key, toDerSignature(signatureBytes))
  )
}

const hs256 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): TokenClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as TokenClaims)
      : undefined
  } catch {
    return undefined
  }
}
