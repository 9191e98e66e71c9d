import { isTotpCode, MFA_LOCK_MINUTES, WRONG_CODES_MAX } from '@basalt/contract/mfa/mfa.rules.ts'
import type { MfaEnrolment } from '@basalt/contract/mfa/mfa.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Factor, FactorEdit, MfaStore } from './mfa.store.ts'
import type { MfaChallenges } from './mfa-challenges.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { enrolmentUri, newTotpSecret, stepOfCode } from './totp.ts'

interface Deps {
  store: MfaStore
  challenges: MfaChallenges
  secrets: Secrets
  now: () => Date
}

export type MfaService = ReturnType<typeof mfaService>

/** Multi-factor authentication. A refused code throws `forbidden`, too many of them `rate_limited`. */
export function mfaService({ store, challenges, secrets, now }: Deps) {
  return {
    /** Issues what sign-in returns instead of a session; undefined when the user has no second factor. */
    async challengeFor(userId: string) {
      const { enrolled_at } = await store.status(userId)
      return enrolled_at === null ? undefined : challenges.issue(userId)
    },

    userOf: challenges.userOf,

    /** Returns the id of the user who passed both steps. Throws `gone` for an invalid or expired challenge. */
    async passChallenge(challenge: string, code: string): Promise<string> {
      const userId = challenges.userOf(challenge)
      if (userId === undefined) throw new AppError('gone', 'This sign-in has expired. Sign in again.')
      await withVerifiedCode(userId, code, async () => undefined)
      return userId
    },

    async startEnrolment(userId: string, email: string): Promise<MfaEnrolment> {
      const secret = newTotpSecret()
      if (!(await store.startEnrolment(userId, secrets.seal(secret)))) throw alreadyOn()
      return { secret, uri: enrolmentUri(secret, email) }
    },

    /** Returns the recovery codes, which are never shown again. */
    async confirm(userId: string, sessionId: string, code: string): Promise<string[]> {
      const codes = newRecoveryCodes()
      await store.withFactor(userId, async (factor, edit) => {
        if (!factor) throw new AppError('conflict', 'Start again with a new QR code')
        if (factor.confirmed_at !== null) throw alreadyOn()
        const step = stepOfCode(secrets.open(factor.sealed_secret), code, now())
        if (step === undefined)
          throw new AppError(
            'forbidden',
            "That is not the code for this secret. Check that you scanned the QR code that is displayed now, and your device's clock.",
          )
        await edit.set({ confirmed_at: now().toISOString(), last_step: step })
        await edit.replaceRecoveryCodes(codes.hashes)
        await edit.endOtherSessions(sessionId)
      })
      return codes.plaintext
    },

    async renewRecoveryCodes(userId: string, code: string): Promise<string[]> {
      const codes = newRecoveryCodes()
      await withVerifiedCode(userId, code, (edit) => edit.replaceRecoveryCodes(codes.hashes))
      return codes.plaintext
    },

    disable: (userId: string, code: string) => withVerifiedCode(userId, code, (edit) => edit.remove()),
  }

  /** Runs `act` in the transaction that accepted the code. A refusal must not roll back, because it is counted. */
  async function withVerifiedCode(userId: string, code: string, act: (edit: FactorEdit) => Promise<void>) {
    const refusal = await store.withFactor(userId, async (factor, edit) => {
      if (!factor?.confirmed_at) return new AppError('conflict', 'Multi-factor authentication is off')
      const lockedFor = secondsUntil(factor.locked_until)
      if (lockedFor > 0) return locked(lockedFor)
      if (!(await accepts(factor, code, edit))) return recordWrongCode(factor, edit)
      await act(edit)
      return undefined
    })
    if (refusal) throw refusal
  }

  async function accepts(factor: Factor, code: string, edit: FactorEdit) {
    if (!isTotpCode(code)) {
      const isSpent = await edit.spendRecoveryCode(hashToken(code))
      if (isSpent) await edit.set({ wrong_codes: 0 })
      return isSpent
    }
    const step = stepOfCode(secrets.open(factor.sealed_secret), code, now())
    if (step === undefined || step <= factor.last_step) return false
    await edit.set({ last_step: step, wrong_codes: 0 })
    return true
  }

  async function recordWrongCode({ wrong_codes }: Factor, edit: FactorEdit) {
    const wrong = wrong_codes + 1
    if (wrong < WRONG_CODES_MAX) await edit.set({ wrong_codes: wrong })
    else {
      const end = new Date(now().getTime() + MFA_LOCK_MINUTES * 60_000)
      await edit.set({ wrong_codes: 0, locked_until: end.toISOString() })
    }
    return new AppError('forbidden', 'The code is wrong or was used before. Enter a new one.')
  }

  function secondsUntil(end: string | null) {
    return end === null ? 0 : Math.ceil((Date.parse(end) - now().getTime()) / 1000)
  }
}

const alreadyOn = () =>
  new AppError(
    'conflict',
    'Multi-factor authentication is already on. Turn it off before you set it up again.',
  )

const locked = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    'rate_limited',
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: seconds },
  )
}
