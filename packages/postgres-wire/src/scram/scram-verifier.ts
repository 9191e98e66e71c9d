import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * For passwords that people choose: eight times PostgreSQL's default, so that a stolen verifier is that much harder to
 * crack. Each login costs its client about 15 ms. Clusters use the same setting for passwords set by SQL.
 */
export const SCRAM_ITERATIONS = 32_768

/** PostgreSQL's default, and the least that RFC 7677 allows: for random passwords, which cannot be guessed anyway. */
export const SCRAM_ITERATIONS_OF_RANDOM = 4096

const HASH_BYTES = 32
const USUAL_SALT_BYTES = 16

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/**
 * What PostgreSQL stores for a password, so that the password itself never reaches the server's statements,
 * logs or arguments: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`, as in RFC 5802 section 3.
 * @throws RangeError for a password other than printable ASCII, which clients would normalise each in their way
 */
export async function scramVerifier(
  password: string,
  { iterations = SCRAM_ITERATIONS_OF_RANDOM, salt = randomBytes(USUAL_SALT_BYTES) } = {},
): Promise<string> {
  if (!PRINTABLE_ASCII.test(password)) throw new RangeError('The password has to be printable ASCII.')
  const salted = await promisify(pbkdf2)(password, salt, iterations, HASH_BYTES, 'sha256')
  const storedKey = sha256(hmac(salted, 'Client Key')).toString('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

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
    // As for chosen passwords, so that an unknown role looks like an existing one.
    iterations: SCRAM_ITERATIONS,
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
