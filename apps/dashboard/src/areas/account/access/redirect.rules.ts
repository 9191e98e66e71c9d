/** A placeholder origin: a URL that resolves to another origin is not a path of the dashboard. */
const BASE = 'http://dashboard.invalid'
/** Redirecting to these would ask to sign in again or loop. */
const signInPaths = ['/sign-in', '/sign-up', '/setup']

/**
 * The path to open after sign-in. Only paths of this dashboard are allowed, so that a crafted link cannot redirect
 * users to another site.
 */
export function destinationAfterSignIn(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(redirect, BASE)
  // Checked again after parsing, which turns `/.//host` into `//host`.
  if (origin !== BASE || pathname.startsWith('//') || signInPaths.includes(pathname)) return '/'
  return pathname + search + hash
}
