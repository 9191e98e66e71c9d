/** RFC 6238 with the parameters that every authenticator app understands: SHA-1, six digits, half a minute. */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30
/** A code of the step before or after is accepted too: clocks differ, and people need time to type. */
export const TOTP_DRIFT_STEPS = 1

export const RECOVERY_CODES = 10
/** 31^16 possibilities, so that a plain hash of a code cannot be reversed. */
export const RECOVERY_CODE_LENGTH = 16
/** Without 0, 1, i, l and o, which look alike on paper. */
export const RECOVERY_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_CODE_GROUP = 4

/** How long after the correct password a code is accepted. */
export const MFA_CHALLENGE_MINUTES = 10
/** After this many wrong codes in a row, an account's codes are locked for this long. */
export const WRONG_CODES_MAX = 5
export const MFA_LOCK_MINUTES = 15

/** The `details.reason` of a `forbidden` that setting up multi-factor authentication lifts. */
export const MFA_REQUIRED = 'mfa_required'

/** Normalizes a typed code for comparison: apps show `123 456`, and the dashboard shows recovery codes in groups. */
export const normalizeCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase()

const TOTP_CODE = new RegExp(`^\\d{${TOTP_DIGITS}}$`)
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`)

/** Takes a normalized code. A recovery code is longer, so neither is ever mistaken for the other. */
export const isTotpCode = (code: string) => TOTP_CODE.test(code)
export const isRecoveryCode = (code: string) => RECOVERY_CODE.test(code)

/** `abcdefgh…` as `abcd-efgh-…`, to be written down. */
export const groupCode = (code: string) =>
  (code.match(new RegExp(`.{1,${RECOVERY_CODE_GROUP}}`, 'g')) ?? []).join('-')
