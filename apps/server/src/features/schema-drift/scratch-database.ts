import { randomBytes } from 'node:crypto'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import pg from 'pg'
import { type Migration, migrate } from '../../platform/metadata/migrations.ts'
import {
  type ConnectionTarget,
  withAdminConnection,
} from '../../platform/project-databases/admin-connection.ts'
import { ADMIN_ROLE, DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'

/** The id of a project's scratch server, which is the same each time, so that what a killed server left is found. */
export const scratchIdOf = (ref: string) => `scratch_${ref}`

interface Deps {
  readonly engine: Engine
  /** What every project's database begins with. */
  readonly migrations: Migration[]
}

export type ScratchDatabases = ReturnType<typeof scratchDatabases>

/**
 * Servers with the database of a new project, for SQL that must not reach the project itself: in a database of the same
 * server, it could still change roles and settings.
 */
export function scratchDatabases({ engine, migrations }: Deps) {
  return {
    /** Makes a server for the duration of the work, which gets a login as the role `postgres`. */
    async with<T>(ref: string, work: (login: ConnectionTarget) => Promise<T>): Promise<T> {
      const id = scratchIdOf(ref)
      const superuserPassword = randomBytes(24).toString('base64url')
      const password = randomBytes(24).toString('base64url')
      await engine.destroy(id)
      try {
        await engine.create(id, { superuserPassword })
        const { socket, host, port } = await engine.start(id)
        const place = { host: socket ?? host, port, database: DATABASE }
        await withAdminConnection(
          { ...place, user: ADMIN_ROLE, password: superuserPassword },
          async (client) => {
            await migrate(client, BOOKKEEPING_SCHEMA, migrations)
            await client.query(`alter role ${USER_ROLE} password ${pg.escapeLiteral(password)}`)
          },
        )
        return await work({ ...place, user: USER_ROLE, password })
      } finally {
        await engine.destroy(id)
      }
    },

    /** Removes what a killed server left. */
    remove: (ref: string) => engine.destroy(scratchIdOf(ref)),
  }
}
