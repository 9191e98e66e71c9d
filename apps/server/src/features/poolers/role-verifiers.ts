import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

/** Superusers and Basalt's own roles never log in from outside. */
const MAY_LOG_IN = `rolcanlogin and not rolsuper and rolname !~ '^(pg|basalt)_'`

const VERIFIER = `
  select rolpassword as verifier from pg_authid
  where rolname = $1 and ${MAY_LOG_IN} and (rolvaliduntil is null or rolvaliduntil > now())`

const ALL = `
  select rolname as role, rolpassword as verifier, coalesce(isfinite(rolvaliduntil), false) as expires
  from pg_authid where ${MAY_LOG_IN}`

interface Verifier {
  verifier: string | null
}

/**
 * The stored password verifiers of a project's roles. One query at a time per project, however many clients log in at
 * once, because none of them has proven a password yet.
 */
export function roleVerifiers(databases: Pick<ProjectDatabases, 'asAdmin'>) {
  const turns = new KeyedQueue()
  const pending = new Map<string, Promise<string | undefined>>()
  const cache = new Map<string, Map<string, Verifier & { expires: boolean }>>()

  const read = (ref: string, role: string) =>
    databases.asAdmin.session(ref, async (client) => {
      const { rows } = await client.query<Verifier>(VERIFIER, [role])
      return rows[0]?.verifier ?? undefined
    })

  const readQueued = (ref: string, role: string) => {
    const key = JSON.stringify([ref, role])
    const cached = pending.get(key)
    if (cached) return cached
    const reading = turns.run(ref, () => read(ref, role)).finally(() => pending.delete(key))
    pending.set(key, reading)
    return reading
  }

  return {
    /** Undefined for a role that cannot log in. Throws when the database does not answer. */
    async find(ref: string, role: string): Promise<string | undefined> {
      const cached = cache.get(ref)
      const verifier = cached?.get(role)
      return cached && !verifier?.expires ? (verifier?.verifier ?? undefined) : readQueued(ref, role)
    },

    /**
     * Caches all verifiers of a database that is about to fall asleep, which nobody can change from then on. Only a client
     * with a correct password then wakes it.
     */
    cacheAll: (ref: string): Promise<void> =>
      databases.asAdmin.sessionWhileLocked(ref, async (client) => {
        const { rows } = await client.query<Verifier & { role: string; expires: boolean }>(ALL)
        cache.set(ref, new Map(rows.map(({ role, ...verifier }) => [role, verifier])))
      }),

    /** Clears the cache of a database that is about to start, or is gone. */
    forget: (ref: string) => void cache.delete(ref),
  }
}
