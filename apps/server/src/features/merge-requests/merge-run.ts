import {
  MERGE_LOCK_TIMEOUT_MS,
  MERGED_ROWS_MAX,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergedTable,
  RehearsedStatement,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { OrphanFound } from '@basalt/merge/rows/foreign-keys.ts'
import { onlyTable, readMergeableTables } from '@basalt/merge/rows/mergeable-table.ts'
import { readRowChanges, TooManyChanges } from '@basalt/merge/rows/row-changes.ts'
import { type RowWork, rowWork } from '@basalt/merge/rows/row-decisions.ts'
import { type PairedTable, pairTables } from '@basalt/merge/rows/table-pairs.ts'
import { type TableWork, type WrittenRows, writeRows } from '@basalt/merge/rows/write-rows.ts'
import type { SchemaMerge } from '@basalt/merge/schema/schema-merge.ts'
import { type Run, SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import { PREPARE_HISTORY, recordMigration } from '@basalt/sql/migration-history.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import type { Comparison, Origin } from './comparison.ts'
import type { RowDecisions } from './merge-requests.tables.ts'
import { MERGE_STATEMENT_TIMEOUT_MS } from './merge-runs.rules.ts'
import { type ChangedTable, contentOf } from './merged-content.ts'
import { withClient } from './reading-session.ts'

export interface MergeWork {
  readonly statements: readonly string[]
  readonly tables: readonly MergedTable[]
  readonly includes_files: boolean
  readonly rowDecisions: RowDecisions
  /** The name of the migration that the statements are recorded as. */
  readonly migration: string
  readonly now: Date
}

export interface MergeResult {
  readonly rows: WrittenRows
  readonly statements: readonly RehearsedStatement[]
}

interface Options {
  /** The role `postgres` of the target, or of a copy of it. */
  readonly login: ConnectionTarget
  readonly branch: Run
  readonly origin: Origin
  readonly work: MergeWork
  readonly chosen: Comparison['chosen']
  readonly signal: AbortSignal
  /** Whether locks and rewritten tables are reported. */
  readonly isReported: boolean
  /** Is told what would be merged, see `contentOf`, before anything is changed. Throws unless it may be. */
  mayMerge?(content: string): void
  /** Stores the id of the transaction, before it commits. */
  beforeCommit(xid: string): Promise<void>
}

/** A new label of an enumerated type was used in the transaction that adds it. */
const UNSAFE_NEW_LABEL = '55P04'
const LOCK_NOT_AVAILABLE = '55P03'

const ADDS_LABEL = /^\s*alter\s+type\s+\S.*\sadd\s+value\s/is

const SETTINGS = [...SESSION_SETTINGS.matchAll(/set local (\w+)/g)].map(([, name]) => name!)
/** What statements by hand expect. */
const USUAL_SETTINGS = SETTINGS.map((name) => `set local ${name} to default`).join('; ')

/** What a request runs: its edited SQL, or what was found. */
export const statementsOf = (
  { sql }: { sql: string | null },
  { statements }: Pick<SchemaMerge, 'statements'>,
): string[] =>
  sql === null ? statements.map((found) => found.sql) : splitStatements(sql).map(({ text }) => text)

export const tableKey = ({ schema, name }: MergedTable) => JSON.stringify([schema, name])

/**
 * Merges into a database in one transaction: locks the tables, compares their rows, runs the statements, and then writes
 * rows, so that a change of a type does not make all of them new. Nothing has changed when it throws, except that labels
 * of enumerated types may have been added.
 */
export async function runMerge(options: Options): Promise<MergeResult> {
  try {
    return await runWithLabels(options)
  } catch (error) {
    throw options.signal.aborted ? options.signal.reason : asAppError(error)
  }
}

async function runWithLabels(options: Options): Promise<MergeResult> {
  const labels = options.work.statements.filter((sql) => ADDS_LABEL.test(sql))
  try {
    return await attempt(options, options.work.statements)
  } catch (error) {
    if (labels.length === 0 || codeOf(error) !== UNSAFE_NEW_LABEL) throw error
  }
  await withClient(options.login, { statementTimeoutMs: 0, signal: options.signal }, async (client) => {
    await client.query(`set lock_timeout = ${MERGE_LOCK_TIMEOUT_MS}`)
    for (const sql of labels)
      await client.query(sql.replace(/(\sadd\s+value\s+)(?!if\b)/i, '$1if not exists '))
  })
  return attempt(
    options,
    options.work.statements.filter((sql) => !labels.includes(sql)),
  )
}

const attempt = (
  { login, branch, origin, work, chosen, isReported, signal, mayMerge, beforeCommit }: Options,
  statements: readonly string[],
): Promise<MergeResult> =>
  withClient(login, { statementTimeoutMs: MERGE_STATEMENT_TIMEOUT_MS, signal }, async (client) => {
    const run = textRows(client)
    await client.query(`begin; set local lock_timeout = ${MERGE_LOCK_TIMEOUT_MS}`)
    const report = isReported ? await reporter(client) : undefined
    await client.query(SESSION_SETTINGS)
    const pairs = origin.rows
      ? pairTables({
          branch: await readMergeableTables(branch),
          target: await readMergeableTables(run),
          base: origin.rows.base,
        })
      : []
    const tables = chosen(pairs, work, origin.rowsRefusal)
    const existing = tables.flatMap(({ target }) => target ?? [])
    if (existing.length > 0)
      await client.query(`lock table ${existing.map(onlyTable).join(', ')} in share row exclusive mode`)
    const works: DecidedTable[] = []
    const changed: ChangedTable[] = []
    for (const pair of tables) {
      const changes = await readRowChanges({
        branch,
        target: run,
        pair,
        fork: origin.rows!.fork,
        max: MERGED_ROWS_MAX,
      })
      const decided = rowWork(
        changes,
        new Map(Object.entries(work.rowDecisions[tableKey(pair.branch)] ?? {})),
      )
      if (decided.undecided.length > 0)
        throw new AppError(
          'conflict',
          `${pair.branch.schema}.${pair.branch.name} has conflicts that are not decided for the rows as they are now. Nothing was changed. Decide them, and rehearse again.`,
        )
      works.push({ pair, decided })
      changed.push({ table: pair.branch, changes })
    }
    mayMerge?.(contentOf(work.statements, changed))

    await client.query(USUAL_SETTINGS)
    for (const [place, sql] of statements.entries())
      try {
        await (report ? report.statement(sql) : client.query(sql))
      } catch (error) {
        throw inStatement(error, place, statements.length)
      }
    if (statements.length > 0) {
      await client.query(`reset role; ${PREPARE_HISTORY}`)
      await client.query(recordMigration(work.migration, statements.map(withoutSecrets), work.now))
    }

    await client.query(SESSION_SETTINGS)
    const rows = await writeRows({ target: run, branch, tables: await afterSchema(run, works) })
    await client.query('set constraints all immediate')
    const [[xid] = []] = await run({ text: 'select pg_catalog.pg_current_xact_id()', values: [] })
    signal.throwIfAborted()
    await beforeCommit(xid!)
    await client.query('commit')
    return { rows, statements: report?.statements ?? [] }
  })

interface DecidedTable {
  readonly pair: PairedTable
  readonly decided: RowWork
}

/** The tables of the target as the statements have left them. */
async function afterSchema(run: Run, works: readonly DecidedTable[]): Promise<TableWork[]> {
  const tables = await readMergeableTables(run)
  return works.map(({ pair, decided }) => {
    const { branch } = pair
    const target =
      tables.find(({ oid }) => oid === pair.target?.oid) ??
      tables.find(({ schema, name }) => schema === branch.schema && name === branch.name)
    if (!target || target.problem !== undefined || target.key.length !== branch.key.length)
      throw new AppError(
        'conflict',
        `After the changes of the schema, the target has no table ${branch.schema}.${branch.name} with the same primary key. Deselect the table, or change the SQL.`,
      )
    // A table that was dropped and created again has columns at other positions.
    const isSame = target.oid === pair.target?.oid
    return { branch, base: isSame ? pair.base : undefined, target, ...decided }
  })
}

const LOCKS = `
  select l.relation::regclass || ': ' || l.mode from pg_catalog.pg_locks l join pg_catalog.pg_class c on c.oid = l.relation
  where l.pid = pg_catalog.pg_backend_pid() and l.locktype = 'relation' and l.relation = any ($1::oid[])
    and c.relkind in ('r', 'p', 'm', 'f') and l.mode not in ('AccessShareLock')`

const FILES = `
  select oid, pg_catalog.pg_relation_filenode(oid), oid::regclass from pg_catalog.pg_class
  where relkind in ('r', 'm', 'i') and oid >= 16384`

/** Measures statements, and notes which tables they lock and rewrite. */
async function reporter(client: pg.Client) {
  const run = textRows(client)
  const statements: RehearsedStatement[] = []
  const files = async () =>
    new Map(
      (await run({ text: FILES, values: [] })).map(([oid, node, name]) => [oid!, { node, name: name! }]),
    )
  let before = await files()
  const relations = `{${[...before.keys()].join(',')}}`
  const locksNow = async () => (await run({ text: LOCKS, values: [relations] })).map(([lock]) => lock!)
  /** Those of the merged tables are taken before the first statement. */
  let held: Set<string> | undefined
  return {
    statements,
    async statement(sql: string) {
      const heldBefore = held ?? new Set(await locksNow())
      const since = performance.now()
      await client.query(sql)
      const milliseconds = Math.round((performance.now() - since) * 10) / 10
      const locks = await locksNow()
      const after = await files()
      statements.push({
        sql,
        milliseconds,
        locks: locks.filter((lock) => !heldBefore.has(lock)),
        rewritten: [...before].flatMap(([oid, { node, name }]) =>
          after.has(oid) && after.get(oid)!.node !== node ? [name] : [],
        ),
      })
      held = new Set(locks)
      before = after
    },
  }
}

const codeOf = (error: unknown): string | undefined => {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error && error.cause ? codeOf(error.cause) : undefined
}

const inStatement = (error: unknown, place: number, count: number) =>
  error instanceof pg.DatabaseError && error.code !== LOCK_NOT_AVAILABLE
    ? new AppError('conflict', `Statement ${place + 1} of ${count} failed: ${error.message}`, {
        cause: error,
      })
    : error

/** What a member reads who waits for the merge. */
function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof OrphanFound || error instanceof TooManyChanges)
    return new AppError('conflict', error.message, { cause: error })
  if (codeOf(error) === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      `Another transaction holds a lock for longer than ${MERGE_LOCK_TIMEOUT_MS / 1000} seconds. Nothing was changed. Try again when it has ended.`,
      { cause: error },
    )
  if (error instanceof pg.DatabaseError)
    return new AppError('conflict', `The rows could not be written: ${error.message}`, { cause: error })
  return error
}
