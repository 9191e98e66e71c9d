import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a token says. Times are seconds since 1970. */
export interface TokenClaims {
  iat?: number
  exp?: number
  nbf?: number
  [claim: string]: unknown
}

export type TokenProblem = 'malformed' | 'forged' | 'expired' | 'not_yet_valid'

/** Why a token is not accepted. */
export class TokenError extends Error {
  readonly problem: TokenProblem
  constructor(problem: TokenProblem) {
    super(words[problem])
    this.problem = problem
  }
}

const words: Record<TokenProblem, string> = {
  malformed: 'Invalid Compact JWS',
  forged: 'signature verification failed',
  expired: 'jwt expired',
  not_yet_valid: 'jwt not active',
}

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const MAX_TOKEN_LENGTH = 8192

/** Signs claims with HS256 (RFC 7519). */
export function signToken(secret: string, claims: TokenClaims) {
  const signed = `${HEADER}.${encode(claims)}`
  return `${signed}.${signatureOf(secret, signed).toString('base64url')}`
}

/** Verifies signature and times. Only HS256 is accepted, whatever the header asks for. Throws TokenError. */
export function verifyToken(secret: string, token: string, now: Date): TokenClaims {
  const parts = token.split('.')
  const [header, payload, signature] = parts
  if (parts.length !== 3 || !header || !payload || !signature || token.length > MAX_TOKEN_LENGTH)
    throw new TokenError('malformed')
  if (decode(header)?.alg !== 'HS256') throw new TokenError('malformed')
  const expected = signatureOf(secret, `${header}.${payload}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new TokenError('forged')
  const claims = decode(payload)
  if (!claims) throw new TokenError('malformed')
  const seconds = Math.floor(now.getTime() / 1000)
  if (claims.exp !== undefined && !(Number(claims.exp) > seconds)) throw new TokenError('expired')
  if (claims.nbf !== undefined && !(Number(claims.nbf) <= seconds)) throw new TokenError('not_yet_valid')
  return claims
}

const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

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
