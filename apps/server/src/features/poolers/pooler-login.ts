import { READ_SUFFIX } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { Login } from '@basalt/postgres-gateway/resolver.ts'

const DEDICATED = 'dedicated:'
const DIRECT = 'direct:'

/** The name of the listener of a project's dedicated pooler. */
export const dedicatedListener = (ref: string) => `${DEDICATED}${ref}`

/** The name of a listener on one address in place of a sleeping database. */
export const directListener = (ref: string, address: string) => `${DIRECT}${ref}:${address}`

export interface PoolerLogin {
  role: string
  ref: string
  /** Through the port of all projects, of the project's dedicated pooler, or of its database. */
  via: 'shared' | 'dedicated' | 'direct'
  /** It only reads, from whichever database is recent enough. */
  isReading?: true
}

/** Clients of the same project and kind of port share a limit. Those that only read share one of their own. */
export const quotaGroup = ({ ref, via, isReading }: Omit<PoolerLogin, 'role'>) =>
  `${ref} ${isReading ? 'reading' : via}`

/**
 * The role and project that a login means. On a port of all projects it is `{role}.{ref}`: a role's name may have dots, a
 * project's ref has none. `{role}.{ref}-read` only reads: a ref has no dash. On a dedicated port it is the role, or `{role}.{ref}`, because people copy that. In place of a
 * database it is the role, as for the database itself.
 */
export function readPoolerLogin({
  user,
  listener,
}: Pick<Login, 'user' | 'listener'>): PoolerLogin | undefined {
  if (listener.startsWith(DEDICATED)) {
    const ref = listener.slice(DEDICATED.length)
    const suffix = `.${ref}`
    const role = user.endsWith(suffix) ? user.slice(0, -suffix.length) : user
    return role === '' ? undefined : { role, ref, via: 'dedicated' }
  }
  if (listener.startsWith(DIRECT)) {
    const ref = listener.slice(DIRECT.length, listener.indexOf(':', DIRECT.length))
    return user === '' ? undefined : { role: user, ref, via: 'direct' }
  }
  const dot = user.lastIndexOf('.')
  return dot > 0 && dot < user.length - 1
    ? { role: user.slice(0, dot), ...readRef(user.slice(dot + 1)), via: 'shared' }
    : undefined
}

const readRef = (named: string) =>
  named.endsWith(READ_SUFFIX)
    ? { ref: named.slice(0, -READ_SUFFIX.length), isReading: true as const }
    : { ref: named }
