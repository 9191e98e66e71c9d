import { z } from 'zod'
import { Text } from '../text.ts'
import { isRecoveryCode, isTotpCode, normalizeCode, TOTP_DIGITS } from './mfa.rules.ts'

const CODE_TYPED_MAX = 64

const NormalizedCode = Text.max(CODE_TYPED_MAX).overwrite(normalizeCode)
export const TotpCode = NormalizedCode.refine(
  isTotpCode,
  `Enter the ${TOTP_DIGITS} digits that your app shows`,
)
/** A code of the authenticator app, or a recovery code. */
export const MfaCode = NormalizedCode.refine(
  (code) => isTotpCode(code) || isRecoveryCode(code),
  `Enter the ${TOTP_DIGITS} digits that your app shows, or a recovery code`,
)

/** The response to a sign-in with the correct password that also requires a code. */
export const MfaChallenge = z
  .object({ mfa_required: z.literal(true), challenge: z.string() })
  .meta({ id: 'MfaChallenge' })
export type MfaChallenge = z.infer<typeof MfaChallenge>

export const MfaAnswer = z.strictObject({ challenge: Text.min(1).max(1000), code: MfaCode })

export const MfaStatus = z
  .object({
    /** Null while sign-in requires no code. */
    enrolled_at: z.iso.datetime().nullable(),
    recovery_codes_left: z.number().int(),
  })
  .meta({ id: 'MfaStatus' })
export type MfaStatus = z.infer<typeof MfaStatus>

export const MfaEnrolment = z
  .object({
    /** Base32, to type into an app that cannot scan. */
    secret: z.string(),
    /** `otpauth://totp/…`, to show as a QR code. */
    uri: z.string(),
  })
  .meta({ id: 'MfaEnrolment' })
export type MfaEnrolment = z.infer<typeof MfaEnrolment>

export const TotpProof = z.strictObject({ code: TotpCode })
export const MfaProof = z.strictObject({ code: MfaCode })

export const RecoveryCodes = z
  .object({
    /** Returned only here; the server stores their hashes. */
    recovery_codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodes' })

export const OrganizationMfa = z
  .object({
    required: z.boolean(),
    members: z.number().int(),
    /** How many of the members have set it up. */
    members_enrolled: z.number().int(),
  })
  .meta({ id: 'OrganizationMfa' })
export type OrganizationMfa = z.infer<typeof OrganizationMfa>

export const MfaRequirement = z.strictObject({ required: z.boolean() })
