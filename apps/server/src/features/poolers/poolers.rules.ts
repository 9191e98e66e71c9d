/** Server connections for each role, database and mode of a project: a quarter of what its server takes. */
export const POOL_SIZE = 15

/** Clients of a project at a time, through both poolers together. */
export const POOLER_CLIENTS_MAX = 200

/** How many ports after the wanted one are tried when that is taken. */
export const PORTS_TRIED = 100

/** For whom the certificate that is made is good; whoever serves other names brings their own. */
export const CERTIFICATE_NAMES = ['localhost', '127.0.0.1', '::1']

/** Logins are `{role}.{ref}`: a role's name may have dots, a project's ref has none. */
export function readPoolerUser(user: string): { role: string; ref: string } | undefined {
  const dot = user.lastIndexOf('.')
  return dot > 0 && dot < user.length - 1 ? { role: user.slice(0, dot), ref: user.slice(dot + 1) } : undefined
}
