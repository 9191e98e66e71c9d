import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A hash in the PHC string format, which states its own cost. */
export async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  return stored(nonce, await derive('argon2id', { message: password, nonce, tagLength: TAG_LENGTH, ...COST }))
}

const stored = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`

/** Also false for a stored text that is not a hash. */
export async function verifyPassword(password: string, hash: string) {
  const parts = STORED.exec(hash)
  if (!parts) return false
  const [, memory, passes, parallelism, nonce, tag] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected)
}

/**
 * Verified for an unknown email address, so that it takes as long as for a known one. The tag is random: no password is
 * known to have it, and no start has to hash one.
 */
export const dummyPasswordHash = stored(randomBytes(16), randomBytes(TAG_LENGTH))
