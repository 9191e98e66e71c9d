import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

/** Superusers and the platform's own roles never log in from outside. */
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
 * What a project's database stores for the passwords of roles. One look at a time for each project, however many log
 * in at once: nobody has shown a password yet.
 */
export function roleVerifiers(databases: Pick<ProjectDatabases, 'asAdmin'>) {
  const lastOf = new Map<string, Promise<unknown>>()
  const underWay = new Map<string, Promise<string | undefined>>()
  const byHeart = new Map<string, Map<string, Verifier & { expires: boolean }>>()

  const look = (ref: string, role: string) =>
    databases.asAdmin.session(ref, async (client) => {
      const { rows } = await client.query<Verifier>(VERIFIER, [role])
      return rows[0]?.verifier ?? undefined
    })

  const lookInTurn = (ref: string, role: string) => {
    const key = JSON.stringify([ref, role])
    const known = underWay.get(key)
    if (known) return known
    const before = lastOf.get(ref) ?? Promise.resolve()
    const looking = before.catch(() => undefined).then(() => look(ref, role))
    underWay.set(key, looking)
    lastOf.set(ref, looking)
    const forget = () => {
      underWay.delete(key)
      if (lastOf.get(ref) === looking) lastOf.delete(ref)
    }
    looking.then(forget, forget)
    return looking
  }

  return {
    /** Undefined for a role that cannot log in. Throws when the database does not answer. */
    async find(ref: string, role: string): Promise<string | undefined> {
      const known = byHeart.get(ref)
      const verifier = known?.get(role)
      return known && !verifier?.expires ? (verifier?.verifier ?? undefined) : lookInTurn(ref, role)
    },

    /**
     * Learns all of a database that is about to fall asleep, which nobody can change from then on: so that nobody wakes
     * it but who knows a password.
     */
    learn: (ref: string): Promise<void> =>
      databases.asAdmin.sessionBehindDoor(ref, async (client) => {
        const { rows } = await client.query<Verifier & { role: string; expires: boolean }>(ALL)
        byHeart.set(ref, new Map(rows.map(({ role, ...verifier }) => [role, verifier])))
      }),

    /** Of a database that is about to start, or is gone. */
    forget: (ref: string) => void byHeart.delete(ref),
  }
}
