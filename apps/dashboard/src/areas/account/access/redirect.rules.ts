/** Any origin that is certainly not ours: what resolves away from it was no path of this dashboard. */
const BASE = 'http://dashboard.invalid'
/** Leading back to these would ask to sign in again, or go round in circles. */
const entrances = ['/sign-in', '/sign-up', '/setup']

/**
 * Where to go after sign-in. Only a path of this dashboard counts: a link prepared by a stranger must not send
 * people who have just typed their password to another site.
 */
export function destinationAfterSignIn(redirect: string | undefined): string {
  if (!redirect?.startsWith('/') || !URL.canParse(redirect, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(redirect, BASE)
  // Checked once more after parsing: `/.//host` only becomes `//host` there.
  if (origin !== BASE || pathname.startsWith('//') || entrances.includes(pathname)) return '/'
  return pathname + search + hash
}
