import type { InstanceAccess } from './instance-access.ts'

/** Superusers and the platform's own roles never log in from outside. */
const VERIFIER = `
  select rolpassword as verifier from pg_authid
  where rolname = $1 and rolcanlogin and not rolsuper and rolname !~ '^(pg|basalt)_'
    and (rolvaliduntil is null or rolvaliduntil > now())`

/**
 * What a project's database stores for the passwords of roles. One look at a time for each project, however many log
 * in at once: nobody has shown a password yet.
 */
export function roleVerifiers(access: InstanceAccess) {
  const lastOf = new Map<string, Promise<unknown>>()
  const underWay = new Map<string, Promise<string | undefined>>()

  const look = (ref: string, role: string) =>
    access.asAdmin(ref, async (client) => {
      const { rows } = await client.query<{ verifier: string | null }>(VERIFIER, [role])
      return rows[0]?.verifier ?? undefined
    })

  return {
    /** Undefined for a role that cannot log in. Throws when the database does not answer. */
    find(ref: string, role: string): Promise<string | undefined> {
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
    },
  }
}
