import type { Login } from '@basalt/postgres-gateway/resolver.ts'

const DEDICATED = 'dedicated:'

/** What the port of a project's own pooler is called. */
export const dedicatedListener = (ref: string) => `${DEDICATED}${ref}`

/** Who has places together: each kind of pooler has its own. */
export const countedAs = (ref: string, isDedicated: boolean) =>
  `${ref} ${isDedicated ? 'dedicated' : 'shared'}`

export interface PoolerLogin {
  role: string
  ref: string
  isDedicated: boolean
}

/**
 * Whom a login means. Where all projects share a port it is `{role}.{ref}`: a role's name may have dots, a project's
 * ref has none. On a project's own port it is the role, and `{role}.{ref}` too, because that is what people copy.
 */
export function readPoolerLogin({
  user,
  listener,
}: Pick<Login, 'user' | 'listener'>): PoolerLogin | undefined {
  if (listener.startsWith(DEDICATED)) {
    const ref = listener.slice(DEDICATED.length)
    const suffix = `.${ref}`
    const role = user.endsWith(suffix) ? user.slice(0, -suffix.length) : user
    return role === '' ? undefined : { role, ref, isDedicated: true }
  }
  const dot = user.lastIndexOf('.')
  return dot > 0 && dot < user.length - 1
    ? { role: user.slice(0, dot), ref: user.slice(dot + 1), isDedicated: false }
    : undefined
}
