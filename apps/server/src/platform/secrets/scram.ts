import {
  SCRAM_ITERATIONS,
  SCRAM_ITERATIONS_FOR_RANDOM,
  scramVerifier,
} from '@basalt/postgres-wire/scram/scram-verifier.ts'

/** Whether people chose a password, or we made it of random bytes, which need no slow hash. */
export type PasswordOrigin = 'chosen' | 'random'

const iterationsFor: Record<PasswordOrigin, number> = {
  chosen: SCRAM_ITERATIONS,
  random: SCRAM_ITERATIONS_FOR_RANDOM,
}

/** A verifier with a new salt, as PostgreSQL stores it instead of the password. */
export const newVerifier = (password: string, origin: PasswordOrigin): Promise<string> =>
  scramVerifier(password, { iterations: iterationsFor[origin] })

/** Whether a verifier was made from this password, and with enough iterations for its origin. */
export async function fitsVerifier(
  password: string,
  verifier: string,
  origin: PasswordOrigin,
): Promise<boolean> {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d{1,8}):([^$]+)\$/.exec(verifier) ?? []
  if (iterations === undefined || salt === undefined) return false
  if (Number(iterations) < iterationsFor[origin]) return false
  const expected = { iterations: Number(iterations), salt: Buffer.from(salt, 'base64') }
  return (await scramVerifier(password, expected)) === verifier
}
