import {
  DRIFT_MIGRATIONS_MAX,
  DRIFT_OBJECTS_MAX,
  DRIFT_TIMEOUT_MS,
} from '@basalt/contract/schema-drift/schema-drift.rules.ts'
import type { SchemaDrift } from '@basalt/contract/schema-drift/schema-drift.schema.ts'
import { HAS_MIGRATIONS, MIGRATIONS_WITH_STATEMENTS } from '@basalt/sql/migration-history.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'
import pLimit from 'p-limit'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { PLATFORM_OBJECTS } from '../../platform/platform-objects.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { limitMessagesOf } from '../../platform/project-databases/limit-messages.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { singleConnectionPool } from '../../platform/project-databases/single-connection-pool.ts'
import { schemaDiff } from './schema-diff.ts'
import type { ScratchDatabases } from './scratch-database.ts'

interface Deps {
  readonly databases: Pick<ProjectDatabases, 'asOwner' | 'logins'>
  readonly scratch: ScratchDatabases
}

interface RecordedMigration {
  readonly version: string
  readonly name: string | null
  readonly statements: string[] | null
}

const COUNT_OBJECTS = `
  select (select count(*) from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isOfUsers('n.nspname')})::int
    + (select count(*) from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${isOfUsers('n.nspname')})::int as count`

export type SchemaDriftService = ReturnType<typeof schemaDriftService>

/** Compares the schema of a database with what its migrations make of the database of a new project. */
export function schemaDriftService({ databases, scratch }: Deps) {
  /** Each comparison runs a server of its own. */
  const oneAtATime = pLimit(1)
  const running = new Map<string, Promise<SchemaDrift>>()

  const recorded = async (ref: string): Promise<RecordedMigration[]> => {
    const [has] = await databases.asOwner.rows<{ found: boolean }>(ref, HAS_MIGRATIONS)
    if (!has!.found) return []
    const migrations = await databases.asOwner.rows<RecordedMigration>(
      ref,
      `${MIGRATIONS_WITH_STATEMENTS} limit ${DRIFT_MIGRATIONS_MAX + 1}`,
    )
    if (migrations.length > DRIFT_MIGRATIONS_MAX)
      throw new AppError('conflict', `At most ${DRIFT_MIGRATIONS_MAX} migrations can be compared.`)
    const bare = migrations.find(({ statements }) => !statements?.length)
    if (bare)
      throw new AppError(
        'conflict',
        `Only the version of the migration ${titleOf(bare)} was recorded, not its SQL. Without it, the schema cannot be compared.`,
      )
    return migrations
  }

  const compare = async (ref: string): Promise<SchemaDrift> => {
    const migrations = await recorded(ref)
    const [objects] = await databases.asOwner.rows<{ count: number }>(ref, COUNT_OBJECTS)
    if (objects!.count > DRIFT_OBJECTS_MAX)
      throw new AppError(
        'conflict',
        `This database has ${objects!.count} tables, views and functions. At most ${DRIFT_OBJECTS_MAX} can be compared.`,
      )
    const deadline = Date.now() + DRIFT_TIMEOUT_MS
    return scratch.with(ref, async (login) => {
      await applyAll(login, migrations, deadline)
      await using from = poolOf(login)
      await using to = poolOf(await databases.logins.internal(ref, USER_ROLE))
      const { statements, notCompared } = await schemaDiff({
        from: from.pool,
        to: to.pool,
        timeoutMs: timeLeft(deadline),
        leftOut: PLATFORM_OBJECTS,
      }).catch((error: Error) => {
        throw new AppError('conflict', `The schemas could not be compared: ${error.message}`, {
          cause: error,
        })
      })
      return {
        migrations: migrations.length,
        statements: statements.map(({ sql, isDestructive }) => ({ sql, is_destructive: isDestructive })),
        not_compared: [...notCompared],
      }
    })
  }

  return {
    /**
     * Calls at the same time share one comparison. Throws `conflict` for a history that cannot be applied again, and
     * `instance_unavailable` when the database does not answer.
     */
    check(ref: string): Promise<SchemaDrift> {
      const active = running.get(ref)
      if (active) return active
      const started = oneAtATime(() => compare(ref)).finally(() => running.delete(ref))
      running.set(ref, started)
      return started
    },

    /** Resolves once no comparison runs. */
    async idle() {
      await Promise.allSettled(running.values())
    },
  }
}

const titleOf = ({ version, name }: RecordedMigration) => (name === null ? version : `${version} ${name}`)

/** Throws when the time is over. */
function timeLeft(deadline: number): number {
  const left = deadline - Date.now()
  if (left > 0) return left
  throw new AppError(
    'conflict',
    `The comparison took longer than ${DRIFT_TIMEOUT_MS / 60_000} minutes, and was given up.`,
  )
}

/** Each statement by itself, because some of them cannot run in a transaction. Each migration has a session. */
async function applyAll(login: ConnectionTarget, migrations: readonly RecordedMigration[], deadline: number) {
  for (const migration of migrations) {
    const client = new pg.Client({ ...login, statement_timeout: timeLeft(deadline) })
    client.on('error', () => undefined)
    try {
      await client.connect()
      limitMessagesOf(client)
      for (const statement of migration.statements ?? [])
        await client.query(superuserWork(statement)?.call ?? statement)
    } catch (error) {
      throw new AppError(
        'conflict',
        `The migration ${titleOf(migration)} cannot be applied to an empty database: ${(error as Error).message}`,
        { cause: error },
      )
    } finally {
      await client.end()
    }
  }
}

function poolOf(login: ConnectionTarget) {
  const pool = singleConnectionPool(login)
  return { pool, [Symbol.asyncDispose]: () => pool.end() }
}
