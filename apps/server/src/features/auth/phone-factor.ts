import { AuthError } from './auth-error.ts'
import type { AuthTools } from './auth-tools.ts'
import { normalNumber } from './contacts.ts'
import type { FactorKind } from './factor-kind.ts'

/** Codes by message as a second factor. */
export const phoneFactor = ({ codes, attempts, messages }: AuthTools): FactorKind => ({
  name: 'Phone',
  mayEnroll: (settings) => settings.mfa_phone_enroll_enabled,
  mayVerify: (settings) => settings.mfa_phone_verify_enabled,
  refusals: { enroll: 'mfa_phone_enroll_not_enabled', verify: 'mfa_phone_verify_not_enabled' },
  method: 'mfa/phone',
  wrong: 'Invalid MFA Phone code entered',

  enroll(_call, _user, given, existing) {
    if (!given.phone) throw new AuthError('validation_failed', 'Phone number required to enroll Phone factor')
    const phone = normalNumber(given.phone)
    if (existing.some((factor) => factor.phone === phone && factor.status === 'verified'))
      throw new AuthError(
        'mfa_verified_factor_exists',
        'A verified phone factor with this number already exists',
      )
    return { phone, answer: { phone } }
  },

  mayChallenge: ({ ref, settings }, { phone }) => attempts.limitMessage(ref, settings, phone ?? ''),

  async challenge(run, call, user, { id, factor }) {
    const { code, written } = await messages.writeOwnCode(run, call, user, {
      phone: factor.phone ?? '',
      type: 'mfa_verification',
    })
    const otp_code = await codes.hashOf(call.ref, { userId: user.id, kind: `mfa ${id}`, code })
    return { otp_code, message: written }
  },

  async judge(run, { ref }, { challenge_id: id, user_id: userId, otp_code }, { code }) {
    if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty')
    const isRight = otp_code === (await codes.hashOf(ref, { userId, kind: `mfa ${id}`, code }))
    if (!isRight) return { isRight }
    await run('update auth.mfa_challenges set otp_code = null where id = $1', [id])
    return { isRight }
  },
})
