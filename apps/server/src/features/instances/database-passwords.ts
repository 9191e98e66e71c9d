import type { NewDatabasePassword } from '@basalt/contract/instances/instances.schema.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { newVerifier } from '../../platform/secrets/scram.ts'

export type DatabasePasswords = ReturnType<typeof databasePasswords>

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin'>
  secrets: ProjectSecrets
  /** Ends connections through poolers: a client there may have no session in the database. */
  disconnect(ref: string, role: string): void
}

/** SQLSTATE of a server that stays in recovery. */
const READ_ONLY = '25006'

/** Changes the password of the role that people and their programs log in with. */
export function databasePasswords({ databases, secrets, disconnect }: Deps) {
  /** One at a time: two at once must not leave the database with one password and the metadata with the other. */
  const turns = new KeyedQueue()

  const change = async (ref: string, { password, end_connections }: NewDatabasePassword) => {
    await databases.asAdmin.session(ref, async (client) => {
      // A verifier, not the password: statements may reach the server's log.
      const verifier = pg.escapeLiteral(await newVerifier(password, 'chosen'))
      await client.query('begin')
      await client.query(`alter role ${pg.escapeIdentifier(USER_ROLE)} password ${verifier}`)
      // Stored first: if the commit fails, the next start of the database sets the stored password.
      await secrets.replace(ref, 'database_password', password)
      await client.query('commit')
      if (end_connections) {
        disconnect(ref, USER_ROLE)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
          USER_ROLE,
        ])
      }
    })
  }

  return {
    /**
     * Changes the password for all later logins.
     * Throws `instance_unavailable` when the database does not run.
     */
    async reset(ref: string, next: NewDatabasePassword): Promise<void> {
      try {
        await turns.run(ref, () => change(ref, next))
      } catch (error) {
        if (error instanceof AppError) throw error
        if ((error as { code?: unknown }).code === READ_ONLY)
          throw new AppError(
            'conflict',
            'This database can only be read, so its password stays. Use the password that the Connect dialog shows.',
            { cause: error },
          )
        throw new AppError(
          'instance_unavailable',
          'The new password could not be set. Try again; until then the old one may still work.',
          { cause: error },
        )
      }
    },
  }
}
