import { sharedValue } from '../../../lib/shared-value.ts'

const kept = sharedValue<string | undefined>(undefined)

/**
 * Keeps the token of a password reset link in memory only, so that it leaves the address bar and the history.
 * `fragment` is the part of the address after `#`. Returns whether there was a token.
 */
export function keepResetToken(fragment: string): boolean {
  const token = new URLSearchParams(fragment).get('token')
  if (!token) return false
  kept.set(token)
  return true
}

/** Changes when another link is opened in the same tab. */
export const useResetToken = kept.use
