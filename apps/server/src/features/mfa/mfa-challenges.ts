import { MFA_CHALLENGE_MINUTES } from '@basalt/contract/mfa/mfa.rules.ts'
import { z } from 'zod'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** The purpose keeps other sealed values from passing as a challenge. */
const Challenge = z.object({ purpose: z.literal('mfa'), userId: z.uuid(), endsAt: z.number() })

export type MfaChallenges = ReturnType<typeof mfaChallenges>

/** Issued between password and code: a sealed, stateless token with the user's id and its expiry. */
export function mfaChallenges(secrets: Secrets, now: () => Date) {
  return {
    issue(userId: string): string {
      const endsAt = now().getTime() + MFA_CHALLENGE_MINUTES * 60_000
      const note: z.input<typeof Challenge> = { purpose: 'mfa', userId, endsAt }
      return secrets.seal(JSON.stringify(note)).toString('base64url')
    },

    /** Undefined for a forged or expired challenge. */
    userOf(challenge: string): string | undefined {
      const note = read(challenge)
      return note && now().getTime() < note.endsAt ? note.userId : undefined
    },
  }

  function read(challenge: string) {
    try {
      return Challenge.parse(JSON.parse(secrets.open(Buffer.from(challenge, 'base64url'))))
    } catch {
      return undefined
    }
  }
}
