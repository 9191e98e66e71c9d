import type { NewDatabasePassword } from '@basalt/contract/instances/instances.schema.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { newVerifier } from '../../platform/secrets/scram.ts'

export type DatabasePasswords = ReturnType<typeof databasePasswords>

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin'>
  secrets: ProjectSecrets
  /** Ends connections through poolers, where nobody may be logged in to the database behind a client. */
  disconnect(ref: string, role: string): void
}

/** The password of the role that people and their programs log in as. */
export function databasePasswords({ databases, secrets, disconnect }: Deps) {
  /** One after the other: two at once must not leave the database with one and us with the other. */
  const turns = new Map<string, Promise<unknown>>()

  const change = async (ref: string, { password, end_connections }: NewDatabasePassword) => {
    await databases.asAdmin.session(ref, async (client) => {
      // A verifier, not the password: statements may reach the server's log.
      const verifier = pg.escapeLiteral(await newVerifier(password, 'chosen'))
      await client.query('begin')
      await client.query(`alter role ${pg.escapeIdentifier(USER_ROLE)} password ${verifier}`)
      // Ours first: should the commit not come, the next start of the database sets what we know.
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
     * Holds for every log-in from now on.
     * Throws `instance_unavailable` when the database does not run.
     */
    async reset(ref: string, wanted: NewDatabasePassword): Promise<void> {
      const turn = (turns.get(ref) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => change(ref, wanted))
      turns.set(ref, turn)
      try {
        await turn
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError(
          'instance_unavailable',
          'The database did not take the new password. Try again; until then the old one may hold.',
          { cause: error },
        )
      } finally {
        if (turns.get(ref) === turn) turns.delete(ref)
      }
    },
  }
}
