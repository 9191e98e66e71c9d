import { type ForeignKeyRow, foreignKeys } from '@basalt/catalog/objects/foreign-keys.ts'
import {
  GRID_COUNT_COST,
  GRID_EXACT_ROWS,
  GRID_LOCK_TIMEOUT_SECONDS,
  GRID_READ_ATTEMPTS,
  GRID_READ_TIMEOUT_SECONDS,
  GRID_SAVE_TIMEOUT_SECONDS,
} from '@basalt/contract/table-editor/grid.rules.ts'
import type {
  GridColumn,
  GridCount,
  GridDeleted,
  GridEdit,
  GridEditResult,
  GridEntity,
  GridPage,
  GridRowsQuery,
  WholeCell,
} from '@basalt/contract/table-editor/grid.schema.ts'
import { readableColumns, readWholeCell, wholeCell } from '@basalt/table-rows/cells/cells.ts'
import { countEstimate, exactCount, readCount, readEstimate } from '@basalt/table-rows/counts/count.ts'
import { deleteMatching, deleteMatchingText } from '@basalt/table-rows/edits/delete-matching.ts'
import { editStatements, previewSql } from '@basalt/table-rows/edits/preview.ts'
import {
  CHECK_AT_ONCE,
  type EditResult,
  SAVE_POINT,
  saveAtOnce,
  saveEdits,
} from '@basalt/table-rows/edits/save.ts'
import type { FilterPlan } from '@basalt/table-rows/filters/filter-sql.ts'
import { filterCheck, readFilterCheck } from '@basalt/table-rows/filters/value-check.ts'
import { holdRelation } from '@basalt/table-rows/shape/held-relation.ts'
import { rowIdentity, writeAccess } from '@basalt/table-rows/shape/row-identity.ts'
import { readTableShape, type TableShape, tableShape } from '@basalt/table-rows/shape/table-shape.ts'
import { EXACT_SETTINGS, EXACT_TEXT, type Statement, type TextRow } from '@basalt/table-rows/statement.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import { failedAt } from '../../platform/project-databases/round-trip.ts'
import type { MemberReads } from '../../platform/project-databases/sql/member-reads.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import type { MemberTrips } from '../../platform/project-databases/sql/member-trips.ts'
import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
  sqlFailed,
} from '../../platform/project-databases/sql/sql-failed.ts'
import type { ChangeNotes, RecordedChange } from '../ledger/ledger.port.ts'
import { type Filtered, filterOf, refuse } from './grid-filter.ts'
import { gridPage, wireRow } from './grid-pages.ts'
import { type GridCall, type GridRelation, gridRelations, type ReadRows } from './grid-relations.ts'
import { type KeepSave, repeatedSaves } from './repeated-saves.ts'
import type { RowSavesStore } from './row-saves.store.ts'

interface Deps {
  reads: MemberReads
  trips: MemberTrips
  transaction: MemberTransaction
  recorded: RecordedChange
  ownerRows: Rows
  saves: Pick<RowSavesStore, 'find' | 'keep'>
}

type NoteChange = (notes: ChangeNotes) => void

/** Work with a relation, and what runs statements there. */
type Reading<Run> = <T>(call: GridCall, work: (run: Run, relation: GridRelation) => Promise<T>) => Promise<T>

export type GridService = ReturnType<typeof gridService>

/**
 * Rows of tables and views. All throw `not_found` for a relation that the member does not see, `sql_failed` for what
 * PostgreSQL refuses, and `instance_unavailable` when the database does not answer.
 */
export function gridService({ reads, trips, transaction, recorded, ownerRows, saves }: Deps) {
  const repeated = repeatedSaves({ saves, ownerRows })
  const relations = gridRelations(reads)
  const reading: Reading<ReadRows> = async (call, work) => {
    try {
      return await relations.read(call, work)
    } catch (error) {
      throw ofPostgres(error, READ_ADVICE)
    }
  }

  const described = async (call: GridCall) => {
    try {
      return await relations.describe(call)
    } catch (error) {
      throw ofPostgres(error, READ_ADVICE)
    }
  }

  /** Nobody changes the structure between the moment it is read and the end of the transaction. */
  const writing = async <T>(
    call: GridCall,
    timeoutAdvice: string,
    work: (run: RunText, relation: GridRelation<TableShape>) => Promise<T>,
    opening: readonly Statement[] = [],
  ) => {
    const { ref, oid, member, signal } = call
    for (let attempt = 1; ; attempt += 1) {
      try {
        const name = await relations.nameOf(call)
        const statements = [EXACT_TEXT, ...holdRelation(name), ...opening, tableShape(oid)]
        return await transaction(
          ref,
          member,
          { access: 'read write', signal, settings: WRITE_LIMITS, opening: statements },
          async (run, _client, _signal, opened) => {
            const shape = readTableShape(opened)
            // Another relation has the name by now, and that one is held.
            if (!shape || shape.schema !== name.schema || shape.name !== name.name) throw new Renamed()
            return work(run, { shape, identity: rowIdentity(shape), jumps: new Map() })
          },
        )
      } catch (error) {
        if (!isRenamed(error)) throw ofPostgres(error, timeoutAdvice)
        relations.forget(call)
        if (attempt === GRID_READ_ATTEMPTS) throw new AppError('conflict', ALTERED_ADVICE, { cause: error })
      }
    }
  }

  const deleting: Reading<RunText> = (call, work) => writing(call, DELETE_ADVICE, work)

  /** Does what a filter says. Only when a value does not fit, PostgreSQL is asked which one. */
  const filtered = async <T, Run>(
    call: GridCall,
    texts: readonly string[],
    inside: Reading<Run>,
    work: (run: Run, relation: GridRelation, filter: Filtered) => Promise<T>,
  ): Promise<T> => {
    let doubtful: FilterPlan | undefined
    try {
      return await inside(call, (run, relation) => {
        const filter = filterOf(relation.shape, texts)
        doubtful = filter.plan
        return work(run, relation, filter)
      })
    } catch (error) {
      if (doubtful && isBadValue(error)) await mustFit(call, doubtful)
      throw error
    }
  }
  /** Throws `validation_failed` that names the filters whose values cannot be read. */
  const mustFit = (call: GridCall, plan: FilterPlan) =>
    reading(call, async (read) => {
      const check = filterCheck(plan)
      const [rows] = check ? await read(check) : []
      if (rows) refuse(readFilterCheck(plan, rows))
    })

  /**
   * In one round trip: written for the relation as it was last known, and committed only if it still is like that and
   * all edits were made. Undefined when something stood against it; then nothing has happened.
   */
  const saveInOneTrip = async (
    call: GridCall,
    edits: readonly GridEdit[],
    note: NoteChange,
    keep: KeepSave | undefined,
  ): Promise<GridEditResult[] | undefined> => {
    const known = relations.lastKnown(call)
    const atOnce = known && saveAtOnce(known.shape, known.identity, edits)
    if (!known || !atOnce) return undefined
    const { ref, member, signal } = call
    // The relation is held before it is looked at, so that nothing is done to one that has changed.
    const statements = [...holdRelation(known.shape), known.proof, CHECK_AT_ONCE, atOnce.statement].map(
      (statement) => ({ ...statement, isOnce: statement !== CHECK_AT_ONCE }),
    )
    let results: GridEditResult[] | undefined
    const readResults = (rows: readonly TextRow[][]) => {
      results ??= atOnce.read(rows[statements.length - 1]!).map(wireResult)
      return results
    }
    const options = {
      access: 'read write',
      signal,
      settings: { ...EXACT_SETTINGS, ...WRITE_LIMITS, ...known.settings },
      beforeCommit: keep && ((rows: readonly TextRow[][]) => keep(rows.at(-1)![0]![0]!, readResults(rows))),
    } as const
    const noteAll = () =>
      note({
        kind: 'data',
        statements: editStatements(known.shape, known.identity, edits),
        rows: edits.length,
      })
    try {
      const rows = await trips(ref, member, options, keep ? [...statements, CURRENT_TRANSACTION] : statements)
      noteAll()
      return readResults(rows)
    } catch (error) {
      if (isOfEditsOrRelation(error)) return undefined
      if (isOutcomeUnknown(error)) noteAll()
      throw ofPostgres(error, SAVE_ADVICE)
    }
  }

  const save = (call: GridCall, edits: readonly GridEdit[], keep?: KeepSave) =>
    recorded(call, 'table_editor', async (note) => {
      mustBeOfDifferentRows(edits)
      return (await saveInOneTrip(call, edits, note, keep)) ?? saveStepByStep(call, edits, note, keep)
    })

  /** Finds out what became of each edit. */
  const saveStepByStep = (
    call: GridCall,
    edits: readonly GridEdit[],
    note: NoteChange,
    keep: KeepSave | undefined,
  ) =>
    writing(
      call,
      SAVE_ADVICE,
      async (run, { shape, identity }) => {
        const steps = saveEdits(shape, identity, edits)
        let step = steps.next()
        while (!step.done)
          step = steps.next(
            await run(step.value).then(
              (rows) => ({ rows }),
              (error: Error) => ({ error }),
            ),
          )
        const results = step.value.map(wireResult)
        const saved = edits.filter((_, index) => results[index]?.outcome === 'saved')
        note({ kind: 'data', statements: editStatements(shape, identity, saved), rows: saved.length })
        if (keep && results.some(({ outcome }) => outcome === 'saved')) {
          const [[transactionId] = []] = await run(CURRENT_TRANSACTION)
          await keep(transactionId!, results)
        }
        return results
      },
      SAVE_POINT,
    )

  return {
    async describe(call: GridCall): Promise<GridEntity> {
      const [{ shape, identity }, references] = await Promise.all([
        described(call),
        ownerRows<ForeignKeyRow>(call.ref, foreignKeys({ relations: [call.oid] })),
      ])
      const access = writeAccess(shape, identity)
      const reason = (allowed: true | string) => (allowed === true ? null : allowed)
      return {
        id: shape.oid,
        schema: shape.schema,
        name: shape.name,
        type: shape.kind,
        columns: gridColumns(shape, references),
        identity: {
          kind: identity.kind,
          columns: identity.parts.map(({ name }) => name),
          reason: identity.kind === 'none' ? identity.reason : null,
        },
        insert: reason(access.insert),
        update: reason(access.update),
        delete: reason(access.delete),
        estimated_rows: shape.estimatedRows,
      }
    },

    /** Throws `validation_failed` for a cursor that belongs to another order, and for a value that does not fit. */
    rows: (call: GridCall, query: GridRowsQuery): Promise<GridPage> =>
      filtered(call, query.filter, reading, (read, relation, filter) =>
        gridPage(read, relation, query, filter),
      ),

    /** Without `isExact` an estimate, except for a few rows that are soon counted. */
    count: (call: GridCall, filter: readonly string[], isExact: boolean): Promise<GridCount> =>
      filtered(call, filter, reading, async (read, { shape }, { plan }) => {
        const [estimated] = isExact ? [] : await read(countEstimate(shape, plan))
        const estimate = estimated && readEstimate(estimated)
        if (estimate && (estimate.rows > GRID_EXACT_ROWS || estimate.cost > GRID_COUNT_COST))
          return { count: estimate.rows, is_estimate: true }
        const [counted] = await read(exactCount(shape, plan))
        return { count: readCount(counted!), is_estimate: false }
      }),

    /** Throws `gone` when the row is no longer there, `validation_failed` for a column it does not have. */
    cell: (call: GridCall, row: readonly string[], column: string): Promise<WholeCell> =>
      reading(call, async (read, { shape, identity }) => {
        if (!readableColumns(shape).some(({ name }) => name === column))
          throw new AppError('validation_failed', `There is no column ${column}.`)
        if (row.length !== identity.parts.length)
          throw new AppError('validation_failed', 'Send the row as the page brought it.')
        const [rows] = await read(wholeCell(shape, identity, row, column))
        const cell = readWholeCell(rows!)
        if (!cell) throw new AppError('gone', 'The row is gone, or it has changed. Refresh the page.')
        return cell
      }),

    /**
     * In the order of the edits. Conflicts leave the other edits saved; a refused edit takes all of them back. A save
     * with an id that was committed before is not run again.
     */
    save: (
      call: GridCall,
      edits: readonly GridEdit[],
      saveId: string | undefined,
    ): Promise<GridEditResult[]> =>
      saveId === undefined
        ? save(call, edits)
        : repeated.once({ ref: call.ref, id: saveId }, contentOf(call, edits), (keep) =>
            save(call, edits, keep),
          ),

    /**
     * Deletes all rows that match, or none. Throws `validation_failed` for a filter on a column that is gone, without
     * which more rows would match.
     */
    deleteMatching: (call: GridCall, filter: readonly string[]): Promise<GridDeleted> =>
      recorded(call, 'table_editor', (note) =>
        filtered(call, filter, deleting, async (run, { shape }, { plan, leftOut }) => {
          const [gone] = leftOut
          if (gone)
            throw new AppError(
              'validation_failed',
              `${gone.message} Nothing was deleted. Remove that filter first.`,
            )
          const statements = [deleteMatchingText(shape, plan)]
          note({ kind: 'data', statements })
          const deleted = readCount(await run(deleteMatching(shape, plan)))
          note({ kind: 'data', statements, rows: deleted })
          return { deleted }
        }),
      ),

    async preview(call: GridCall, edits: readonly GridEdit[]): Promise<string> {
      const { shape, identity } = await described(call)
      for (const edit of edits)
        for (const name of Object.keys(edit.kind === 'delete' ? edit.old : edit.set))
          if (!shape.columns.some((column) => column.name === name))
            throw new AppError('validation_failed', `There is no column ${name}.`)
      return previewSql(shape, identity, edits)
    },
  }
}

/** What makes two saves the same: who changes what, as which role. Each attempt has its own times in its claims. */
function contentOf({ oid, member: { userId, role, claims } }: GridCall, edits: readonly GridEdit[]) {
  const { iat, exp, amr, ...kept } = claims ?? {}
  return { oid, userId, role, claims: claims && kept, edits }
}

const CURRENT_TRANSACTION = {
  text: 'select pg_catalog.pg_current_xact_id()::pg_catalog.text',
  values: [],
}

const WRITE_LIMITS = {
  lock_timeout: `${GRID_LOCK_TIMEOUT_SECONDS}s`,
  statement_timeout: `${GRID_SAVE_TIMEOUT_SECONDS}s`,
}

/**
 * Is what PostgreSQL said about the edits, or about a relation that is not as it was known? What is left are connections,
 * deadlocks, resources, locks, and what an operator or a time limit stopped.
 */
const isOfEditsOrRelation = (error: unknown) =>
  ofDatabase(error) && (error.code === '55000' || !/^(?:08|40|53|55|57|58)/.test(error.code))

const isOutcomeUnknown = (error: unknown) =>
  error instanceof AppError && error.options.details?.outcome === 'unknown'

/** An edit that follows another of the same row would meet values that the first one changed. */
function mustBeOfDifferentRows(edits: readonly GridEdit[]) {
  const ofRows = edits.filter((edit) => edit.kind !== 'insert').map(({ row }) => JSON.stringify(row))
  if (new Set(ofRows).size < ofRows.length)
    throw new AppError('validation_failed', 'Send one change for each row.')
}

/** Class 22 of SQLSTATE: what PostgreSQL says of values, those of the filter among them. */
const isBadValue = (error: unknown) =>
  error instanceof AppError && error.cause instanceof pg.DatabaseError && error.cause.code?.startsWith('22')

const wireResult = (result: EditResult): GridEditResult => {
  if (result.outcome === 'conflict') return { outcome: 'conflict', current: wireRow(result.current) }
  if (result.outcome !== 'saved') return result
  const { outcome, row, before, after, isUndoable } = result
  return { outcome, row: row && [...row], before, after, is_undoable: isUndoable }
}

function gridColumns(shape: TableShape, references: readonly ForeignKeyRow[]): GridColumn[] {
  const primary = shape.indexes.find(({ isPrimary }) => isPrimary)
  return readableColumns(shape).map((column) => {
    const [reference] = references
      .filter(({ columns }) => columns.includes(column.name))
      .sort((one, other) => one.columns.length - other.columns.length)
    return {
      position: column.number,
      name: column.name,
      data_type: column.type,
      format: column.builtIn ?? column.baseType,
      default: column.default,
      generated: column.generated,
      identity: column.identity,
      is_primary_key: primary?.columns.some(({ number }) => number === column.number) ?? false,
      is_nullable: column.isNullable,
      is_insertable: column.isInsertable,
      is_updatable: column.isUpdatable,
      is_sortable: column.isOrderable,
      enum: column.labels && [...column.labels],
      array_of: column.element && {
        format: column.element.type,
        enum: column.element.labels && [...column.element.labels],
      },
      comment: column.comment,
      foreign_key: reference
        ? {
            name: reference.name,
            columns: reference.columns,
            target_id: reference.to_relation,
            target_schema: reference.to_schema,
            target_table: reference.to_table,
            target_columns: reference.to_columns,
          }
        : null,
    }
  })
}

/** The relation was renamed, moved to another schema, or dropped since its name was read. */
class Renamed extends Error {}

const isRenamed = (error: unknown) =>
  error instanceof Renamed ||
  (ofDatabase(error) && GONE_NAMES.has(error.code) && failedAt(error) !== undefined)

/** A relation or schema of that name does not exist. */
const GONE_NAMES = new Set(['42P01', '3F000'])

const ALTERED_ADVICE = 'The table is being altered all the time. Nothing was changed. Try again in a moment.'

const READ_ADVICE = `This took longer than ${GRID_READ_TIMEOUT_SECONDS} seconds. An index on the columns that are filtered and sorted by makes it fast.`
const SAVE_ADVICE = `Saving took longer than ${GRID_SAVE_TIMEOUT_SECONDS} seconds. Nothing was saved. Save fewer changes at once, or look for a slow trigger.`

const DELETE_ADVICE = `Deleting took longer than ${GRID_SAVE_TIMEOUT_SECONDS} seconds. Nothing was deleted. Delete fewer rows at once, or empty the table with TRUNCATE in the SQL editor.`

const ADVICE: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: `Another transaction has locked these rows. Nothing was saved. Try again, or end that transaction.`,
  [DEADLOCK_DETECTED]:
    'Another transaction waited for the same rows the other way round. Nothing was saved. Try again.',
}

/** A cancel by somebody has the same code. */
const isTimeout = (sqlstate: string, message: string) =>
  sqlstate === QUERY_CANCELED && message.includes('statement timeout')

/** What PostgreSQL said, as an error of the caller's; anything else as it came. */
function ofPostgres(error: unknown, timeoutAdvice: string): unknown {
  if (!ofDatabase(error)) return error
  const { code, message } = error
  return sqlFailed(error, { message: isTimeout(code, message) ? timeoutAdvice : ADVICE[code] })
}
