import { z } from 'zod'
import type { Secrets } from './secrets.ts'

const Proof = z.object({ is: z.string(), of: z.string(), until: z.number() })

/**
 * Proves that a program can read the key file, and so has full access to the machine. Valid for one purpose and one
 * subject, for a number of seconds.
 */
export const machineProof = (
  secrets: Secrets,
  { purpose, subject, now, seconds }: { purpose: string; subject: string; now: Date; seconds: number },
) =>
  secrets
    .seal(JSON.stringify({ is: `proof of ${purpose}`, of: subject, until: now.getTime() + seconds * 1000 }))
    .toString('base64url')

export function isProven(
  secrets: Secrets,
  proof: string,
  { purpose, subject, now }: { purpose: string; subject: string; now: Date },
) {
  try {
    const { data } = Proof.safeParse(JSON.parse(secrets.open(Buffer.from(proof, 'base64url'))))
    return data?.is === `proof of ${purpose}` && data.of === subject && data.until >= now.getTime()
  } catch {
    // Sealed with another key, or not sealed at all.
    return false
  }
}
