import type { Login } from '@basalt/postgres-gateway/resolver.ts'

const DEDICATED = 'dedicated:'
const DIRECT = 'direct:'

/** What the port of a project's own pooler is called. */
export const dedicatedListener = (ref: string) => `${DEDICATED}${ref}`

/** What is called that listens on one address in the place of a database that sleeps. */
export const directListener = (ref: string, address: string) => `${DIRECT}${ref}:${address}`

export interface PoolerLogin {
  role: string
  ref: string
  /** By the port of all projects, by that of the project's own pooler, or by that of its database. */
  way: 'shared' | 'dedicated' | 'direct'
}

/** Who has places together: each way has its own. */
export const countedAs = (ref: string, way: PoolerLogin['way']) => `${ref} ${way}`

/**
 * Whom a login means. Where all projects share a port it is `{role}.{ref}`: a role's name may have dots, a project's
 * ref has none. On a project's own port it is the role, and `{role}.{ref}` too, because that is what people copy. In the
 * place of a database it is what the database takes.
 */
export function readPoolerLogin({
  user,
  listener,
}: Pick<Login, 'user' | 'listener'>): PoolerLogin | undefined {
  if (listener.startsWith(DEDICATED)) {
    const ref = listener.slice(DEDICATED.length)
    const suffix = `.${ref}`
    const role = user.endsWith(suffix) ? user.slice(0, -suffix.length) : user
    return role === '' ? undefined : { role, ref, way: 'dedicated' }
  }
  if (listener.startsWith(DIRECT)) {
    const ref = listener.slice(DIRECT.length, listener.indexOf(':', DIRECT.length))
    return user === '' ? undefined : { role: user, ref, way: 'direct' }
  }
  const dot = user.lastIndexOf('.')
  return dot > 0 && dot < user.length - 1
    ? { role: user.slice(0, dot), ref: user.slice(dot + 1), way: 'shared' }
    : undefined
}
