import { sharedValue } from '../../../lib/shared-value.ts'

const stored = sharedValue<string | undefined>(undefined)

/**
 * Stores the token of a password reset link in memory only, so that it can be removed from the address bar and the
 * history. `fragment` is the part of the URL after `#`. Returns whether there was a token.
 */
export function storeResetToken(fragment: string): boolean {
  const token = new URLSearchParams(fragment).get('token')
  if (!token) return false
  stored.set(token)
  return true
}

/** Changes when another link is opened in the same tab. */
export const useResetToken = stored.use
