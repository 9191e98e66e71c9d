/** Codes of one set. Each signs in once. */
export const RECOVERY_CODES = 10

/** Characters of a code, of 32 kinds: 80 bits, too many to guess even from the stored hash. */
export const RECOVERY_CODE_LENGTH = 16
export const RECOVERY_CODE_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Tries of one user before the codes are locked, and for how long, in seconds. */
export const RECOVERY_TRIES = { count: 5, seconds: 900 }

/** What a set without a name of its own is called. */
export const RECOVERY_CODES_NAME = 'Recovery codes'

/** A code as it is stored and compared: people type it with capitals, blanks and hyphens. */
export const normalRecoveryCode = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')
