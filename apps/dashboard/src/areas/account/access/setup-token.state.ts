let stored: string | undefined

/**
 * Stores the token of the set-up link in memory only, so that it can be removed from the address bar and the history.
 * `fragment` is the part of the URL after `#`. Returns whether there was a token.
 */
export function storeSetupToken(fragment: string): boolean {
  const token = new URLSearchParams(fragment).get('token')
  if (!token) return false
  stored = token
  return true
}

export const setupToken = () => stored
export const clearSetupToken = () => {
  stored = undefined
}
