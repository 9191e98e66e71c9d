import { AuthError } from './auth-error.ts'
import { type LinkType, linkTypes } from './link-mails.ts'
import type { Proof } from './links.ts'

/** Throws `validation_failed`. */
export function linkTypeIn(text: string): LinkType {
  const type = linkTypes.find((name) => name === text)
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type')
  return type
}

/** Throws `validation_failed` unless there is a token, or a code with its address. */
export function proofIn({
  token,
  token_hash,
  email,
}: {
  token?: string | undefined
  token_hash?: string | undefined
  email?: string | undefined
}): Proof {
  if (token_hash) return { token: token_hash }
  if (token && email) return { email, code: token }
  throw new AuthError('validation_failed', 'Verify requires a token_hash, or a token and an email')
}
