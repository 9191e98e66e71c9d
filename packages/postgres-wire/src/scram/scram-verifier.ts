import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Iterations for passwords that people choose: eight times PostgreSQL's default, which makes cracking a stolen verifier
 * that much harder. Each login costs its client about 15 ms. Clusters use the same setting for passwords set by SQL.
 */
export const SCRAM_ITERATIONS = 32_768

/** Iterations for random passwords, which cannot be guessed anyway: PostgreSQL's default and RFC 7677's minimum. */
export const SCRAM_ITERATIONS_FOR_RANDOM = 4096

const HASH_BYTES = 32
const SALT_BYTES = 16

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/**
 * The verifier that PostgreSQL stores for a password: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`, as
 * in RFC 5802 section 3. With it, the password itself never appears in the server's statements, logs or arguments.
 * @throws RangeError unless the password is printable ASCII: clients normalise anything else differently
 */
export async function scramVerifier(
  password: string,
  { iterations = SCRAM_ITERATIONS_FOR_RANDOM, salt = randomBytes(SALT_BYTES) } = {},
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
  /** No password matches: the role does not exist or has no password. */
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
 * A verifier for a login that does not exist. It looks real and is the same each time, so that the exchange does not
 * reveal which logins exist. `secret` is the gateway's own.
 */
export function mockVerifier(secret: Buffer, login: string): ScramVerifier {
  const derive = (what: string) => createHmac('sha256', secret).update(`${what}\0${login}`).digest()
  return {
    // The count of chosen passwords, so that an unknown role looks like an existing one.
    iterations: SCRAM_ITERATIONS,
    salt: derive('salt').subarray(0, SALT_BYTES),
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
