import { createHash } from 'node:crypto'
import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import type {
  ChangePlan,
  ColumnType,
  SchemaChange,
  TableDefinition,
  TableDraft as WireDraft,
} from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { readTableObjects, type TableObjects, tableObjects } from '@basalt/schema-changes/copied-objects.ts'
import { DEPENDENTS_MAX, dependents } from '@basalt/schema-changes/dependents.ts'
import type { DraftProblem } from '@basalt/schema-changes/draft-problems.ts'
import { type ChangeFacts, changeFacts, readChangeFacts } from '@basalt/schema-changes/facts.ts'
import { type ReadTable, readTable, tableToChange } from '@basalt/schema-changes/read-table.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type { TableDraft } from '@basalt/schema-changes/table-draft.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import { LOCK_NOT_AVAILABLE } from '../../platform/project-databases/sql/sql-failed.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { changeError } from './change-error.ts'
import { draftsOf, problemsOf, statementsOf } from './change-statements.ts'
import { COLUMN_TYPES, type ColumnTypeRow } from './column-types.ts'
import {
  asNew,
  createTableStatements,
  NO_CONSEQUENCES,
  TABLE_OF_THIS_TRANSACTION,
  TakenBack,
} from './create-table-sql.ts'
import { holdersText, type LockHolder, lockHolders } from './lock-holders.ts'

export type SchemaChangesService = ReturnType<typeof schemaChangesService>

/** A change with the statements that make it now. */
interface Planned {
  readonly current: ReadTable | undefined
  readonly statements: readonly ChangeStatement[]
  readonly problems: readonly DraftProblem[]
}

interface Deps {
  transaction: MemberTransaction
  recorded: RecordedChange
  ownerRows: Rows
}

/**
 * Changes of tables. All throw `not_found` for a table that is gone, `sql_failed` for what PostgreSQL refuses, and
 * `instance_unavailable` when the database does not answer.
 */
export function schemaChangesService({ transaction, recorded, ownerRows }: Deps) {
  const inTransaction = async <T>(
    { ref, member, signal }: MemberCall,
    access: 'read only' | 'read write',
    work: (run: RunText) => Promise<T>,
  ): Promise<T> => {
    const settings = { lock_timeout: `${SCHEMA_LOCK_TIMEOUT_SECONDS}s` }
    try {
      return await transaction(ref, member, { access, signal, settings }, work)
    } catch (error) {
      throw changeError(error)
    }
  }

  return {
    definition: (call: MemberCall, oid: number): Promise<TableDefinition> =>
      inTransaction(call, 'read only', async (run) => {
        const table = await existing(run, oid)
        return { ...wireTable(table), fingerprint: fingerprintOf(table) }
      }),

    types: (call: MemberCall): Promise<ColumnType[]> =>
      inTransaction(call, 'read only', async (run) => {
        const [[text] = []] = await run(plain(COLUMN_TYPES))
        return JSON.parse(text!) as ColumnTypeRow[]
      }),

    /** Makes the table, reads it and takes everything back. Throws `validation_failed` for any other SQL. */
    fromSql: (call: MemberCall, sql: string): Promise<WireDraft> =>
      inTransaction(call, 'read write', async (run): Promise<never> => {
        for (const text of createTableStatements(sql))
          await run(plain(text)).catch((error: unknown) => {
            throw changeError(error, { ...NO_CONSEQUENCES, sql: text })
          })
        const [[oid] = []] = await run(plain(TABLE_OF_THIS_TRANSACTION))
        if (!oid) throw new AppError('validation_failed', 'The SQL makes no table that is kept.')
        const { table } = await existing(run, Number(oid))
        throw new TakenBack(asNew(table))
      }).catch((error: unknown) => {
        if (error instanceof TakenBack) return structuredClone(error.table) as WireDraft
        throw error
      }),

    /** Runs nothing. What is wrong with a draft is part of the answer. */
    plan: (call: MemberCall, change: SchemaChange): Promise<ChangePlan> =>
      inTransaction(call, 'read only', async (run) => {
        const { current, statements, problems } = await planned(run, change)
        const gone = await dependentsOf(run, change, current)
        return {
          statements: statements.map(({ sql, rewrites, scans, locks }) => ({
            sql,
            rewrites: [...rewrites],
            scans: [...scans],
            locks: locks.map(({ relation: { schema, name }, mode }) => ({
              schema,
              name,
              blocks: mode === 'ACCESS EXCLUSIVE' ? 'everyone' : 'writers',
            })),
          })),
          problems: [...problems],
          bytes: current?.bytes ?? 0,
          estimated_rows: current?.estimated_rows ?? null,
          dependents: gone.slice(0, DEPENDENTS_MAX),
          has_more_dependents: gone.length > DEPENDENTS_MAX,
        }
      }),

    /**
     * All or nothing. Throws `validation_failed` for a draft that is not complete, and `conflict` when the table has
     * changed since it was read.
     */
    apply: (call: MemberCall, change: SchemaChange): Promise<{ id: number | null }> =>
      recorded(call, 'table_editor', (note) =>
        inTransaction(call, 'read write', async (run) => {
          const { current, statements, problems } = await planned(run, change)
          if (problems.length > 0)
            throw new AppError('validation_failed', problems[0]!.message, { details: { issues: problems } })
          if (change.kind !== 'create_table' && current) {
            await lockFirst(run, current, statements)
            // The lock is held: what is read now stays.
            const table = await existing(run, change.id)
            if (fingerprintOf(table) !== change.fingerprint)
              throw new AppError(
                'conflict',
                `${table.table.name} was changed by someone else since you opened it. Nothing was saved. Reopen it to continue from how it is now.`,
              )
          }
          note({ kind: 'schema', statements: statements.map(({ sql }) => sql) })
          for (const statement of statements)
            await run(plain(statement.sql)).catch((error: unknown) => {
              throw changeError(error, statement)
            })
          return { id: await idAfter(run, change) }
        }),
      ).catch(async (error: unknown) => {
        throw await withHolders(call.ref, change, error)
      }),
  }

  /** Names those who hold the lock that was waited for in vain. */
  async function withHolders(ref: string, change: SchemaChange, error: unknown) {
    const isLocked = error instanceof AppError && error.options.sql?.sqlstate === LOCK_NOT_AVAILABLE
    if (!isLocked || change.kind === 'create_table') return error
    const holders = await ownerRows<LockHolder>(ref, lockHolders(change.id))
    return new AppError(error.code, error.message + holdersText(holders), error.options)
  }
}

const plain = (text: string) => ({ text, values: [] })

const fingerprintOf = ({ kind, table, primary_key_name }: ReadTable) =>
  createHash('sha256')
    .update(JSON.stringify([kind, table, primary_key_name]))
    .digest('base64url')
    .slice(0, 22)

const wireTable = ({
  id,
  kind,
  table,
  bytes,
  estimated_rows,
  policies,
  is_realtime_changeable,
  is_owned,
}: ReadTable) =>
  // A table has the shape of the contract, which is not read-only.
  structuredClone({
    id,
    kind,
    table,
    bytes,
    estimated_rows,
    policies,
    is_realtime_changeable,
    is_owned,
  }) as Omit<TableDefinition, 'fingerprint'>

async function existing(run: RunText, oid: number): Promise<ReadTable> {
  const table = readTable(await run(plain(tableToChange(oid))))
  if (!table) throw notFound('Table or view', String(oid))
  return table
}

async function planned(run: RunText, change: SchemaChange): Promise<Planned> {
  const current = change.kind === 'create_table' ? undefined : await existing(run, change.id)
  const drafts = draftsOf(change, current)
  const early = problemsOf(change, undefined)
  if (early.some(({ path }) => path.endsWith('.type'))) return { current, statements: [], problems: early }
  const facts = await factsOf(run, drafts)
  if (facts) {
    const problems = problemsOf(change, facts)
    // Statements are only made for drafts that make sense.
    if (problems.length > 0) return { current, statements: [], problems }
    const objects = await copiedObjects(run, change)
    return { current, statements: statementsOf(change, current, facts, objects), problems }
  }
  return { current, statements: [], problems: [...early, ...(await unreadableTypes(run, drafts.at(-1)!))] }
}

/** Undefined unless the change copies them. */
async function copiedObjects(run: RunText, change: SchemaChange): Promise<TableObjects | undefined> {
  if (change.kind !== 'duplicate_table') return undefined
  if (!change.with_policies && !change.with_triggers && !change.with_grants) return undefined
  return readTableObjects(await run(plain(tableObjects(change.id, change.schema))))
}

/** Undefined when a text cannot be read as a type. */
const factsOf = (run: RunText, drafts: readonly TableDraft[]): Promise<ChangeFacts | undefined> =>
  unlessSyntaxError(run, async () => readChangeFacts(await run(plain(changeFacts(drafts)))))

const SYNTAX_ERROR = '42601'

/** The transaction goes on after a syntax error, with undefined as the result. */
async function unlessSyntaxError<T>(run: RunText, work: () => Promise<T>): Promise<T | undefined> {
  await run(plain('savepoint before_types'))
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== SYNTAX_ERROR) throw error
    await run(plain('rollback to savepoint before_types'))
    return undefined
  }
}

async function unreadableTypes(run: RunText, { columns }: TableDraft): Promise<DraftProblem[]> {
  const problems: DraftProblem[] = []
  for (const [index, { type }] of columns.entries()) {
    const isRead = await unlessSyntaxError(run, () =>
      run(plain(`select pg_catalog.to_regtype(${quoteLiteral(type)})`)),
    )
    if (!isRead)
      problems.push({ path: `columns.${index}.type`, message: `${type} is not written as a type.` })
  }
  return problems
}

/** Waits for the strongest lock of a table before anything is done, so that nothing changes it meanwhile. */
async function lockFirst(run: RunText, { kind, table }: ReadTable, statements: readonly ChangeStatement[]) {
  // Views and materialized views cannot be locked by themselves.
  if (kind !== 'r' && kind !== 'p') return
  const modes = statements
    .flatMap(({ locks }) => locks)
    .filter(({ relation }) => relation.schema === table.schema && relation.name === table.name)
    .map(({ mode }) => mode)
  const mode = modes.find((each) => each === 'ACCESS EXCLUSIVE') ?? modes[0]
  if (mode !== undefined)
    await run(plain(`lock table ${quoteQualified(table.schema, table.name)} in ${mode.toLowerCase()} mode`))
}

async function dependentsOf(
  run: RunText,
  change: SchemaChange,
  current: ReadTable | undefined,
): Promise<string[]> {
  if (!current) return []
  const columns = droppedColumns(change, current)
  const statements =
    change.kind === 'drop_entity'
      ? [dependents(current.id)]
      : columns.map((column) => dependents(current.id, column))
  const found = new Set<string>()
  for (const statement of statements)
    for (const [text] of await run(plain(statement))) if (text) found.add(text)
  return [...found]
}

/** A form drops few columns at once; what depends on more of them is told by the error. */
const DROPPED_COLUMNS_MAX = 20

function droppedColumns(change: SchemaChange, { table }: ReadTable): string[] {
  if (change.kind === 'drop_column') return [change.column]
  if (change.kind !== 'alter_table') return []
  const kept = new Set(change.table.columns.map(({ was }) => was))
  return table.columns
    .filter(({ name }) => !kept.has(name))
    .map(({ name }) => name)
    .slice(0, DROPPED_COLUMNS_MAX)
}

async function idAfter(run: RunText, change: SchemaChange): Promise<number | null> {
  if (change.kind === 'drop_entity') return null
  if (change.kind !== 'create_table' && change.kind !== 'duplicate_table') return change.id
  const { schema, name } = change.kind === 'create_table' ? change.table : change
  const [[oid] = []] = await run(
    plain(`select ${quoteLiteral(quoteQualified(schema, name))}::pg_catalog.regclass::pg_catalog.oid`),
  )
  return Number(oid)
}
