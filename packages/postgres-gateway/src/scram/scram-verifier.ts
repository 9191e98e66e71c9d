import { createHash, createHmac } from 'node:crypto'

const HASH_BYTES = 32
/** The same as for chosen passwords, so that an unknown role looks like an existing one. */
const USUAL_ITERATIONS = 32_768
const USUAL_SALT_BYTES = 16

/** What PostgreSQL stores instead of a password; RFC 5802 section 3 names the keys. */
export interface ScramVerifier {
  iterations: number
  salt: Buffer
  storedKey: Buffer
  serverKey: Buffer
  /** No password fits: it stands for a role that does not exist, or has none. */
  isMock?: true
}

/** Reads `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`; undefined for anything else, md5 too. */
export function readVerifier(text: string): ScramVerifier | undefined {
  const [, iterations, salt, storedKey, serverKey] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/.exec(text) ?? []
  if (!iterations || !salt || !storedKey || !serverKey) return undefined
  const verifier = {
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    storedKey: Buffer.from(storedKey, 'base64'),
    serverKey: Buffer.from(serverKey, 'base64'),
  }
  return verifier.storedKey.length === HASH_BYTES && verifier.serverKey.length === HASH_BYTES
    ? verifier
    : undefined
}

/**
 * For a login that nobody has, a verifier that looks real and is the same each time, so that the exchange tells
 * nothing about who exists. `secret` is the gateway's own.
 */
export function mockVerifier(secret: Buffer, login: string): ScramVerifier {
  const derive = (what: string) => createHmac('sha256', secret).update(`${what}\0${login}`).digest()
  return {
    iterations: USUAL_ITERATIONS,
    salt: derive('salt').subarray(0, USUAL_SALT_BYTES),
    storedKey: derive('stored key'),
    serverKey: derive('server key'),
    isMock: true,
  }
}

export const hmac = (key: Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest()

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export function xor(one: Buffer, other: Buffer): Buffer {
  const result = Buffer.allocUnsafe(one.length)
  for (let index = 0; index < one.length; index += 1) result[index] = one[index]! ^ other[index]!
  return result
}
