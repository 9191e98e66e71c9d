import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * For passwords that people choose: eight times PostgreSQL's default, so that a stolen verifier is that much harder to
 * crack. Each login costs its client about 15 ms. Clusters use the same setting for passwords set by SQL.
 */
export const SCRAM_ITERATIONS = 32_768

/** PostgreSQL's default, and the least that RFC 7677 allows: for random passwords, which cannot be guessed anyway. */
export const SCRAM_ITERATIONS_OF_RANDOM = 4096
const SALT_BYTES = 16
const HASH_BYTES = 32

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/**
 * What PostgreSQL stores for a password, so that the password itself never reaches the server's statements,
 * logs or arguments: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`, as in RFC 5802 section 3.
 * @throws RangeError for a password other than printable ASCII, which clients would normalise each in their way
 */
export async function scramVerifier(
  password: string,
  { iterations = SCRAM_ITERATIONS_OF_RANDOM, salt = randomBytes(SALT_BYTES) } = {},
): Promise<string> {
  if (!PRINTABLE_ASCII.test(password)) throw new RangeError('The password has to be printable ASCII.')
  const salted = await promisify(pbkdf2)(password, salt, iterations, HASH_BYTES, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
