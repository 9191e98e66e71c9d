import { passwordWeaknesses } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { EMAIL_MAX, METADATA_MAX_BYTES, USER_PASSWORD_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { AuthError } from './auth-error.ts'

/** One @, no spaces, and a domain with a dot or `localhost`. Whether the mailbox exists is known only by a mail. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@(?:[^\s@"(),:;<>[\\\].]+(?:\.[^\s@"(),:;<>[\\\].]+)+|localhost)$/u

/** The stored form of an address: composed characters, lower case. Throws `validation_failed` for another text. */
export function normalEmail(text: string) {
  const email = text.trim().normalize('NFC').toLowerCase()
  if (email.length > EMAIL_MAX || !EMAIL.test(email) || /\p{Cc}/u.test(email))
    throw new AuthError('validation_failed', 'Unable to validate email address: invalid format')
  return email
}

/** Throws `weak_password` with the reasons, or `validation_failed` for a password of absurd length. */
export function mustBeStrong(password: string, settings: AuthSettings) {
  if (password.length > USER_PASSWORD_MAX)
    throw new AuthError('validation_failed', `A password has at most ${USER_PASSWORD_MAX} characters`)
  const reasons = passwordWeaknesses(password, settings)
  if (reasons.length === 0) return
  const parts = {
    length: `at least ${settings.password_min_length} characters`,
    characters: 'more kinds of characters, as the settings of this project require',
  }
  throw new AuthError(
    'weak_password',
    `Password should have ${reasons.map((reason) => parts[reason]).join(', and ')}.`,
    {
      reasons,
    },
  )
}

/** Whether tokens can carry the metadata. */
export function fitsInToken(...metadata: (Record<string, unknown> | null | undefined)[]) {
  const bytes = metadata.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(part ?? {})), 0)
  return bytes <= METADATA_MAX_BYTES
}

/** Throws `validation_failed` for metadata that no token could carry. */
export function mustFitInToken(...metadata: (Record<string, unknown> | null | undefined)[]) {
  if (!fitsInToken(...metadata))
    throw new AuthError(
      'validation_failed',
      `User and app metadata have at most ${METADATA_MAX_BYTES} bytes together, because every token carries them. Keep more in a table of your own.`,
    )
}
