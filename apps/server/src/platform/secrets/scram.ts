import { scramVerifier } from '@basalt/postgres-supervisor/cluster/scram-verifier.ts'

/** A verifier with a salt of its own, as PostgreSQL stores it instead of the password. */
export const newVerifier = (password: string): Promise<string> => scramVerifier(password)

/** Whether a verifier was made from this password. */
export async function fitsVerifier(password: string, verifier: string): Promise<boolean> {
  const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(verifier)?.[1]
  return salt !== undefined && (await scramVerifier(password, Buffer.from(salt, 'base64'))) === verifier
}
