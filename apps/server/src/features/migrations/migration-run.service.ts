import type {
  MigrationToRun,
  Rehearsal,
  RehearsedLock,
} from '@basalt/contract/migrations/migrations.schema.ts'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import { scriptChanges } from '@basalt/sql/analysis/script-changes.ts'
import { countCharacters } from '@basalt/sql/characters.ts'
import { LOCK_HISTORY, PREPARE_HISTORY, recordMigration } from '@basalt/sql/migration-history.ts'
import type { Statement } from '@basalt/sql/split-statements.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import { readStatements, readTransaction } from '../../platform/migration-statements.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { LOCK_NOT_AVAILABLE, ofDatabase, sqlFailed } from '../../platform/project-databases/sql/sql-failed.ts'
import type { Ledger } from '../ledger/ledger.port.ts'

interface Deps {
  readonly transaction: MemberTransaction
  readonly ownerRows: Rows
  readonly recorded: Ledger['recorded']
  readonly now: () => Date
}

const SETTINGS = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s` }
const UNIQUE_VIOLATION = '23505'

/** Rolls back a migration that was only rehearsed. */
class Rehearsed extends Error {
  readonly result: Rehearsal

  constructor(result: Rehearsal) {
    super('Rehearsed')
    this.result = result
  }
}

/**
 * Runs migrations, each in one transaction. Throws `validation_failed` for SQL that does not parse or cannot run in one,
 * `sql_failed` for what PostgreSQL refuses, which leaves nothing behind, and `conflict` for a version that is taken.
 */
export function migrationRuns({ transaction, ownerRows, recorded, now }: Deps) {
  const inTransaction = <T>({ ref, member, signal }: MemberCall, work: (run: RunText) => Promise<T>) =>
    transaction(ref, member, { access: 'read write', signal, settings: SETTINGS }, work)

  return {
    /** Runs the statements, looks at what they lock and rewrite, and takes everything back. */
    async rehearse(call: MemberCall, { sql }: MigrationToRun): Promise<Rehearsal> {
      const statements = await readTransaction(sql)
      const start = performance.now()
      try {
        return await inTransaction(call, async (run): Promise<never> => {
          await runAll(run, sql, statements)
          await checkDeferred(run)
          const duration_ms = performance.now() - start
          await run({ text: 'reset role', values: [] })
          const relations = (await run({ text: LOCKED_RELATIONS, values: [] })).map(readLocked)
          throw new Rehearsed({
            statements: statements.length,
            duration_ms,
            ...(await consequences(call.ref, relations)),
          })
        })
      } catch (error) {
        if (error instanceof Rehearsed) return error.result
        throw error
      }
    },

    /**
     * Runs the statements and adds the migration to the history: both or neither. Resolves with its version. The ledger
     * says where it came from.
     */
    async apply(
      call: MemberCall,
      { name, version, sql }: MigrationToRun,
      origin: 'migration' | 'agent',
    ): Promise<string> {
      const statements = await readTransaction(sql)
      const texts = statements.map(({ text }) => text)
      const kind = scriptChanges(statements, statements.length).made?.kind ?? 'schema'
      return recorded(call, origin, async (note) => {
        note({ kind, statements: texts })
        const applied = await inTransaction(call, async (run) => {
          await run({ text: PREPARE_HISTORY, values: [] })
          await run({ text: LOCK_HISTORY, values: [] })
          await runAll(run, sql, statements)
          await checkDeferred(run)
          await run({ text: 'reset role', values: [] })
          await run({ text: 'reset search_path', values: [] })
          const record = recordMigration(name, texts.map(withoutSecrets), now(), version)
          const [[recordedVersion] = []] = await run({ text: record, values: [] })
          return recordedVersion!
        }).catch((error: unknown) => {
          throw ofHistory(error, version)
        })
        note({ kind, statements: texts, migration: applied })
        return applied
      })
    },

    /** Adds the migration to the history without running it. Resolves with its version. */
    async record(call: MemberCall, { name, version, sql }: MigrationToRun): Promise<string> {
      const texts = (await readStatements(sql)).map(({ text }) => withoutSecrets(text))
      return inTransaction(call, async (run) => {
        await run({ text: PREPARE_HISTORY, values: [] })
        await run({ text: LOCK_HISTORY, values: [] })
        const [[recordedVersion] = []] = await run({
          text: recordMigration(name, texts, now(), version),
          values: [],
        })
        return recordedVersion!
      }).catch((error: unknown) => {
        throw ofHistory(error, version)
      })
    },
  }

  /** Compares the files of locked relations with those that everyone else sees. */
  async function consequences(ref: string, relations: readonly Locked[]) {
    const before = await ownerRows<{ oid: string; file: string }>(
      ref,
      'select oid::text as oid, relfilenode::text as file from pg_catalog.pg_class where oid::text = any($1)',
      [relations.map(({ oid }) => oid)],
    )
    const files = new Map(before.map(({ oid, file }) => [oid, file]))
    // What the migration itself makes locks nobody out.
    const existing = relations.filter(({ oid }) => files.has(oid))
    return {
      locks: existing.map(({ schema, name, mode }): RehearsedLock => ({ schema, name, mode })),
      rewrites: existing
        .filter(({ oid, file }) => files.get(oid) !== file)
        .map(({ schema, name }) => ({ schema, name })),
    }
  }
}

interface Locked {
  readonly oid: string
  readonly schema: string
  readonly name: string
  readonly mode: string
  readonly file: string
}

/** The strongest lock that this transaction holds on each table and index of users, if it blocks writers or more. */
const LOCKED_RELATIONS = `
  select c.oid::text, n.nspname, c.relname,
    (array_agg(l.mode order by array_position(array['AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock',
      'ShareLock'], l.mode)))[1],
    c.relfilenode::text
  from pg_catalog.pg_locks l
    join pg_catalog.pg_class c on c.oid = l.relation
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and c.relkind in ('r', 'p', 'm', 'v', 'S', 'f')
    and l.mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
    and n.nspname !~ '^pg_'
  group by c.oid, n.nspname, c.relname, c.relfilenode
  order by n.nspname, c.relname`

const readLocked = ([oid, schema, name, mode, file]: (string | null)[]): Locked => ({
  oid: oid!,
  schema: schema!,
  name: name!,
  mode: mode!,
  file: file!,
})

async function runAll(run: RunText, sql: string, statements: readonly Statement[]) {
  for (const [index, { text, start }] of statements.entries())
    await run({ text: superuserWork(text)?.call ?? text, values: [] }).catch((error: unknown) => {
      throw ofStatement(error, sql, start, `Statement ${index + 1} of ${statements.length}`)
    })
}

/** What waits for the end of a transaction, so that it is an error of the migration and not of what is recorded of it. */
const checkDeferred = (run: RunText) =>
  run({ text: 'set constraints all immediate', values: [] }).catch((error: unknown) => {
    throw ofDatabase(error)
      ? sqlFailed(error, { message: `At the end of the transaction: ${error.message}. Nothing was changed.` })
      : error
  })

/** Its position is that in the whole migration, which is what its author sees. */
function ofStatement(error: unknown, sql: string, start: number, which: string): unknown {
  if (!ofDatabase(error)) return error
  const what = error.code === LOCK_NOT_AVAILABLE ? LOCKED : error.message
  return sqlFailed(error, {
    message: `${which}: ${what} Nothing was changed.`.replace(/([^.])( Nothing)/, '$1.$2'),
    text: sql,
    position:
      error.position === undefined ? undefined : countCharacters(sql, 0, start) + Number(error.position),
  })
}

const LOCKED = `Another transaction has locked what it needs for ${SCHEMA_LOCK_TIMEOUT_SECONDS} seconds.`

function ofHistory(error: unknown, version: string | undefined): unknown {
  if (!ofDatabase(error)) return error
  if (error.code === UNIQUE_VIOLATION && version !== undefined)
    return new AppError('conflict', `The migration ${version} was applied already. Nothing was changed.`, {
      cause: error,
    })
  return sqlFailed(error)
}
