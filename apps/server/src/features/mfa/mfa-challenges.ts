import { MFA_CHALLENGE_MINUTES } from '@basalt/contract/mfa/mfa.rules.ts'
import { z } from 'zod'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** The purpose keeps anything else that the same key has sealed from passing as a challenge. */
const Challenge = z.object({ purpose: z.literal('mfa'), userId: z.uuid(), endsAt: z.number() })

export type MfaChallenges = ReturnType<typeof mfaChallenges>

/** Between password and code: a sealed note, kept by the caller, of who gave the right password and until when it counts. */
export function mfaChallenges(secrets: Secrets, now: () => Date) {
  return {
    issue(userId: string): string {
      const endsAt = now().getTime() + MFA_CHALLENGE_MINUTES * 60_000
      const note: z.input<typeof Challenge> = { purpose: 'mfa', userId, endsAt }
      return secrets.seal(JSON.stringify(note)).toString('base64url')
    },

    /** Undefined for what we never issued and for what has ended. */
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
