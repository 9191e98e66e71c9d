import { createHmac } from 'node:crypto'
import { type RoleRow, roles } from '@basalt/catalog/objects/roles.ts'
import type { DatabaseRole } from '@basalt/contract/query/query.schema.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { ProjectSecrets } from '../secrets/project-secrets.ts'
import { newVerifier } from '../secrets/scram.ts'
import type { ConnectionTarget } from './admin-connection.ts'
import type { DatabaseLogins } from './database-logins.ts'
import { USER_ROLE } from './database-roles.ts'

/**
 * Roles that the owner of the database may switch to, or may grant to itself. Choosing one adds no rights, and none is a
 * superuser, a predefined role of PostgreSQL, or one of Basalt's own roles.
 */
async function choosableRoles(client: pg.Client, names?: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await client.query<RoleRow>(roles({ assumableBy: USER_ROLE, names }))
  return rows.filter(
    ({ name, is_superuser }) => !is_superuser && !name.startsWith('basalt_') && name !== USER_ROLE,
  )
}

/**
 * Lets free-text SQL run as a role that cannot log in itself. Each role has its own login, which may become that role
 * and nothing else: if the text resets its role, it ends up as that login, which may do nothing.
 */
export function roleLogins(logins: Pick<DatabaseLogins, 'asAdmin' | 'internal'>, secrets: ProjectSecrets) {
  return {
    /** Sorted by name. */
    list: (ref: string): Promise<DatabaseRole[]> =>
      logins.asAdmin.session(ref, async (client) => {
        const choosable = await choosableRoles(client)
        return choosable.map(({ name, bypasses_rls }) => ({ name, bypasses_rls }))
      }),

    /**
     * The login for a role. Logins are created on the primary, and other databases have them from there.
     * Throws `not_found` for a role that may not be chosen.
     */
    async target(ref: string, role: string, database = ref): Promise<ConnectionTarget> {
      const superuserPassword = await secrets.read(ref, 'superuser_password')
      const login = await logins.asAdmin.session(ref, async (client) => {
        const [chosen] = await choosableRoles(client, [role])
        if (!chosen) throw notFound('Role', role)
        // Named after the oid, which stays when a role is renamed.
        const name = `basalt_as_${chosen.oid}`
        const password = createHmac('sha256', superuserPassword).update(name).digest('base64url')
        await makeLogin(client, name, role, await newVerifier(password, 'random'))
        return { user: name, password }
      })
      return { ...(await logins.internal(ref, USER_ROLE, database)), ...login }
    },
  }
}

async function makeLogin(client: pg.Client, login: string, role: string, verifier: string) {
  const { rows } = await client.query<{ isMember: boolean | null }>(
    'select (select pg_has_role($1, $2, \'set\') from pg_roles where rolname = $1) as "isMember"',
    [login, role],
  )
  const [name, target] = [pg.escapeIdentifier(login), pg.escapeIdentifier(role)]
  const password = `password ${pg.escapeLiteral(verifier)}`
  if (rows[0]?.isMember) return void (await client.query(`alter role ${name} ${password}`))
  try {
    await client.query(
      `create role ${name} login noinherit ${password};
       grant ${target} to ${name} with inherit false, set true, admin false;
       alter role ${name} set role = ${target};
       alter role ${name} set search_path = "$user", public, extensions`,
    )
  } catch (cause) {
    throw new AppError('conflict', `The role ${role} is being changed. Try again.`, { cause })
  }
}
