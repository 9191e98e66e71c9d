import { relayedUserOf } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ForeignLoginStore } from './foreign-logins.store.ts'

/** A login is stored before the mapping that names it is committed. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000

interface Deps extends Pick<Platform, 'databases' | 'now'> {
  readonly logins: ForeignLoginStore
}

/** Removes logins whose mappings were dropped in SQL, or never came to be. */
export const unusedLogins =
  ({ databases, now, logins }: Deps) =>
  async ({ ref }: { ref: string }) => {
    const before = new Date(now().getTime() - UNUSED_AFTER_MS)
    if (!(await logins.hasAny(ref, before))) return
    const named = await databases.asAdmin.sessionIfAwake(ref, async (admin) => {
      const { rows } = await admin.query<{ user: string }>(USERS)
      return rows.flatMap(({ user }) => relayedUserOf(user)?.id ?? [])
    })
    if (named) await logins.removeOthers(ref, named, before)
  }

const USERS = `
  select option_value as user from pg_catalog.pg_user_mapping m, pg_catalog.pg_options_to_table(m.umoptions)
  where option_name = 'user'`
