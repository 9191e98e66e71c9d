let kept: string | undefined

/**
 * Keeps the token of the set-up link in memory only, so that it can leave the address bar, and with it the history
 * and every screenshot. `fragment` is the part of the address after `#`. Returns whether there was a token.
 */
export function keepSetupToken(fragment: string): boolean {
  const token = new URLSearchParams(fragment).get('token')
  if (!token) return false
  kept = token
  return true
}

export const setupToken = () => kept
export const forgetSetupToken = () => {
  kept = undefined
}
