import { timeOfVersion } from '@basalt/contract/migrations/migrations.rules.ts'
import type {
  Migration,
  MigrationDetail,
  MigrationsPage,
  MigrationsQuery,
} from '@basalt/contract/migrations/migrations.schema.ts'
import {
  HAS_MIGRATIONS,
  LOCK_HISTORY,
  MIGRATION_SQL,
  MIGRATIONS_PAGE_SQL,
  PREPARE_HISTORY,
  recordMigration,
} from '@basalt/sql/migration-history.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { MemberTransaction } from '../../platform/project-databases/sql/member-transaction.ts'
import { ofDatabase, sqlFailed } from '../../platform/project-databases/sql/sql-failed.ts'

interface Deps {
  readonly ownerRows: Rows
  readonly transaction: MemberTransaction
  readonly now: () => Date
}

interface Row {
  readonly version: string
  readonly name: string | null
}

/** Seconds that recording a migration waits for another tool that writes the history. */
const LOCK_TIMEOUT = '5s'

export type MigrationHistory = ReturnType<typeof migrationHistory>

/** The history of migrations in a project's own database. Throws `sql_failed` when its table has another shape. */
export function migrationHistory({ ownerRows, transaction, now }: Deps) {
  const exists = async (ref: string) => (await ownerRows<{ found: boolean }>(ref, HAS_MIGRATIONS))[0]!.found
  const read = <R extends object>(ref: string, sql: string, values: unknown[]) =>
    ownerRows<R>(ref, sql, values).catch(refuse)

  return {
    /** Newest first. */
    async page(ref: string, { search, limit, cursor }: MigrationsQuery): Promise<MigrationsPage> {
      if (!(await exists(ref))) return { migrations: [], next_cursor: null }
      const rows = await read<Row>(ref, MIGRATIONS_PAGE_SQL, [search || null, cursor ?? null, limit + 1])
      const migrations = rows.slice(0, limit).map(migrationOf)
      return { migrations, next_cursor: rows.length > limit ? migrations.at(-1)!.version : null }
    },

    async find(ref: string, version: string): Promise<MigrationDetail | undefined> {
      if (!(await exists(ref))) return undefined
      const [row] = await read<Row & { statements: string[] | null }>(ref, MIGRATION_SQL, [version])
      return row && { ...migrationOf(row), statements: row.statements ?? [] }
    },

    /** Adds a migration as the newest, without running it, and resolves with its version. */
    async record(
      { ref, member, signal }: MemberCall,
      name: string,
      statements: readonly string[],
    ): Promise<string> {
      const options = { access: 'read write', signal, settings: { lock_timeout: LOCK_TIMEOUT } } as const
      const work = transaction(ref, member, options, async (run) => {
        await run({ text: PREPARE_HISTORY, values: [] })
        await run({ text: LOCK_HISTORY, values: [] })
        const [[version] = []] = await run({ text: recordMigration(name, statements, now()), values: [] })
        return version!
      })
      return work.catch(refuse)
    },
  }
}

const migrationOf = ({ version, name }: Row): Migration => ({
  version,
  name,
  inserted_at: timeOfVersion(version) ?? null,
})

function refuse(error: unknown): never {
  throw ofDatabase(error) ? sqlFailed(error) : error
}
