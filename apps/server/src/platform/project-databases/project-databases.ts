import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectSecrets } from '../secrets/project-secrets.ts'
import { apiConnections } from './api-connections.ts'
import { rowsIfAwake } from './as-owner.ts'
import { databaseLogins } from './database-logins.ts'
import { AUTHENTICATOR_ROLE, READ_ONLY_ROLE, USER_ROLE } from './database-roles.ts'
import type { InstanceDoors } from './instance-doors.ts'
import { roleLogins } from './role-logins.ts'
import { memberTransactions } from './sql/member-transaction.ts'
import { sqlPools } from './sql/sql-pools.ts'

interface Deps {
  engine: Engine
  doors: InstanceDoors
  secrets: ProjectSecrets
  /** How many connections the APIs of a project may have. */
  apiConnectionsOf(ref: string): Promise<number>
  /** Told of what failed on a connection of the APIs without failing a caller. */
  onApiError(error: Error, ref: string): void
}

export type ProjectDatabases = ReturnType<typeof projectDatabases>

/**
 * The one way into projects' databases. Choose by whose rights the SQL needs and who wrote it:
 *
 * | who | whose rights | SQL by | connections |
 * |---|---|---|---|
 * | `asAdmin` | the platform's superuser | us | one for each piece of work |
 * | `asOwner` | the role `postgres` | us | shared, for short questions to the catalog |
 * | `asCaller` | any role, with the claims of a token | us | shared, a transaction each |
 * | `asMember` | what the member's role allows | a member | one for each run |
 *
 * Everything starts a database that sleeps and keeps it awake meanwhile, except what says `IfAwake` or `BehindDoor`.
 * Who keeps connections of their own gets a login from `logins`.
 */
export function projectDatabases({ engine, doors, secrets, apiConnectionsOf, onApiError }: Deps) {
  const { enter } = doors
  const { asAdmin, wakeBy, ...logins } = databaseLogins({ engine, doors, secrets })
  const roles = roleLogins({ asAdmin, platform: logins.platform }, secrets)
  const sql = sqlPools(
    (ref, { rights, role, database }) =>
      role === undefined
        ? logins.platform(ref, rights === 'read' ? READ_ONLY_ROLE : USER_ROLE, database)
        : roles.target(ref, role, database),
    { enter },
  )
  const asCaller = apiConnections(
    async (ref) => ({
      ...(await logins.platform(ref, AUTHENTICATOR_ROLE)),
      max: await apiConnectionsOf(ref),
    }),
    { enter, onError: onApiError },
  )
  return {
    asAdmin,
    asOwner: { rows: sql.lookUp, rowsIfAwake: rowsIfAwake(asAdmin) },
    asCaller,
    asMember: { ...sql, roles: roles.list, transaction: memberTransactions(sql) },
    logins,
    wakeBy,
    /** Ends every connection that is kept open to a database that is about to stop. */
    release: async (ref: string) => void (await Promise.all([sql.close(ref), asCaller.close(ref)])),
    async closeAll() {
      await Promise.all([sql.closeAll(), asCaller.closeAll()])
    },
  }
}
