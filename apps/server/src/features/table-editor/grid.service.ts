import { type ForeignKeyRow, foreignKeys } from '@basalt/catalog/objects/foreign-keys.ts'
import {
  GRID_COUNT_COST,
  GRID_EXACT_ROWS,
  GRID_LOCK_TIMEOUT_SECONDS,
  GRID_READ_TIMEOUT_SECONDS,
  GRID_SAVE_TIMEOUT_SECONDS,
} from '@basalt/contract/table-editor/grid.rules.ts'
import type {
  GridCell,
  GridColumn,
  GridCount,
  GridDeleted,
  GridEdit,
  GridEditResult,
  GridEntity,
  GridPage,
  GridRowsQuery,
  WholeCell,
  GridRow as WireRow,
} from '@basalt/contract/table-editor/grid.schema.ts'
import { type Cell, readableColumns, readWholeCell, wholeCell } from '@basalt/table-rows/cells/cells.ts'
import { countEstimate, exactCount, readCount, readEstimate } from '@basalt/table-rows/counts/count.ts'
import { deleteMatching, deleteMatchingText } from '@basalt/table-rows/edits/delete-matching.ts'
import { editStatements, previewSql } from '@basalt/table-rows/edits/preview.ts'
import { type EditResult, SAVE_POINT, saveEdits } from '@basalt/table-rows/edits/save.ts'
import { type FilterPlan, planFilter } from '@basalt/table-rows/filters/filter-sql.ts'
import { parseFilters, printFilters } from '@basalt/table-rows/filters/filter-url.ts'
import { filterCheck, readFilterCheck } from '@basalt/table-rows/filters/value-check.ts'
import { jumpStatistics, readJumps, tieStatistics } from '@basalt/table-rows/jumps/jump.ts'
import { CursorError, readCursor, writeCursor } from '@basalt/table-rows/pages/cursor.ts'
import { type PageSource, pageStatement, readPage } from '@basalt/table-rows/pages/page.ts'
import { planPages } from '@basalt/table-rows/pages/page-plan.ts'
import type { Page, PageRequest } from '@basalt/table-rows/pages/page-request.ts'
import type { GridRow } from '@basalt/table-rows/pages/row-columns.ts'
import { parseSorts, printSorts } from '@basalt/table-rows/pages/sort.ts'
import { type RowIdentity, rowIdentity, writeAccess } from '@basalt/table-rows/shape/row-identity.ts'
import { readTableShape, type TableShape, tableShape } from '@basalt/table-rows/shape/table-shape.ts'
import { EXACT_TEXT } from '@basalt/table-rows/statement.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
  sqlFailed,
} from '../../platform/project-databases/sql/sql-failed.ts'
import type { RecordedChange } from '../ledger/ledger.port.ts'
import { type KeepSave, repeatedSaves } from './repeated-saves.ts'
import type { RowSavesStore } from './row-saves.store.ts'

interface Deps {
  transaction: MemberTransaction
  recorded: RecordedChange
  ownerRows: Rows
  saves: Pick<RowSavesStore, 'find' | 'keep'>
}

/** Whose rights a call has, and the signal that ends it. */
export interface GridCall extends MemberCall {
  readonly oid: number
}

interface Relation {
  readonly shape: TableShape
  readonly identity: RowIdentity
}

export type GridService = ReturnType<typeof gridService>

/**
 * Rows of tables and views. All throw `not_found` for a relation that the member does not see, `sql_failed` for what
 * PostgreSQL refuses, and `instance_unavailable` when the database does not answer.
 */
export function gridService({ transaction, recorded, ownerRows, saves }: Deps) {
  const repeated = repeatedSaves({ saves, ownerRows })
  const reading = <T>(call: GridCall, work: (run: RunText, relation: Relation) => Promise<T>) =>
    inTransaction(
      call,
      'read only',
      { statement_timeout: `${GRID_READ_TIMEOUT_SECONDS}s` },
      READ_ADVICE,
      work,
    )
  const inTransaction = async <T>(
    { ref, oid, member, signal }: GridCall,
    access: 'read only' | 'read write',
    settings: Record<string, string>,
    timeoutAdvice: string,
    work: (run: RunText, relation: Relation) => Promise<T>,
  ) => {
    try {
      const opening = [EXACT_TEXT, tableShape(oid)]
      return await transaction(
        ref,
        member,
        { access, signal, settings, opening },
        async (run, _client, _signal, opened) => {
          const shape = readTableShape(opened)
          if (!shape) throw notFound('Table or view', String(oid))
          return work(run, { shape, identity: rowIdentity(shape) })
        },
      )
    } catch (error) {
      throw ofPostgres(error, timeoutAdvice)
    }
  }

  const writing = <T>(
    call: GridCall,
    timeoutAdvice: string,
    work: (run: RunText, relation: Relation) => Promise<T>,
  ) =>
    inTransaction(
      call,
      'read write',
      {
        lock_timeout: `${GRID_LOCK_TIMEOUT_SECONDS}s`,
        statement_timeout: `${GRID_SAVE_TIMEOUT_SECONDS}s`,
      },
      timeoutAdvice,
      work,
    )

  /** Reads what matches a filter. Only when a value does not fit, PostgreSQL is asked which one. */
  const filtered = async <T>(
    call: GridCall,
    texts: readonly string[],
    work: (run: RunText, relation: Relation, filter: Filtered) => Promise<T>,
    inside: typeof reading = reading,
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
    reading(call, async (run) => {
      const check = filterCheck(plan)
      if (check) refuse(readFilterCheck(plan, await run(check)))
    })

  const save = (call: GridCall, edits: readonly GridEdit[], keep?: KeepSave) =>
    recorded(call, 'table_editor', (note) =>
      writing(call, SAVE_ADVICE, async (run, { shape, identity }) => {
        mustBeOfDifferentRows(edits)
        await run({ text: SAVE_POINT, values: [] })
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
      }),
    )

  return {
    async describe(call: GridCall): Promise<GridEntity> {
      const [{ shape, identity }, references] = await Promise.all([
        reading(call, async (_run, relation) => relation),
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
      filtered(call, query.filter, async (run, { shape, identity }, filters) => {
        const sorts = parseSorts(query.sort)
        const plan = planPages(shape, identity, sorts.sorts, filters.plan)
        const source = { shape, identity, plan, filter: filters.plan }
        const read = async (request: PageRequest) =>
          readPage(source, request, query.limit, await run(pageStatement(source, request, query.limit)))
        const { page, place } = await withCursor(() =>
          query.at === 'row'
            ? pageAtRow(run, source, query, read)
            : placed(
                requestOf(query, (cursor) => readCursor(shape, plan, identity, cursor)),
                read,
              ),
        )
        const cursorOf = (position: typeof page.start) =>
          position ? writeCursor(shape, plan, position) : null
        return {
          rows: page.rows.map(wireRow),
          has_before: page.hasBefore,
          has_after: page.hasAfter,
          start: cursorOf(page.start),
          end: cursorOf(page.end),
          place,
          is_served_by_index: plan.isServedByIndex,
          is_stable: plan.isStable,
          left_out: [
            ...filters.leftOut,
            ...sorts.problems,
            ...plan.problems.map(({ sort, message }) => ({ text: printSorts([sort])[0]!, message })),
            ...plan.gone.map((sort) => ({
              text: printSorts([sort])[0]!,
              message: `There is no column ${sort.column}.`,
            })),
          ],
        }
      }),

    /** Without `isExact` an estimate, except for a few rows that are soon counted. */
    count: (call: GridCall, filter: readonly string[], isExact: boolean): Promise<GridCount> =>
      filtered(call, filter, async (run, { shape }, { plan }) => {
        const estimate = isExact ? undefined : readEstimate(await run(countEstimate(shape, plan)))
        if (estimate && (estimate.rows > GRID_EXACT_ROWS || estimate.cost > GRID_COUNT_COST))
          return { count: estimate.rows, is_estimate: true }
        return { count: readCount(await run(exactCount(shape, plan))), is_estimate: false }
      }),

    /** Throws `gone` when the row is no longer there, `validation_failed` for a column it does not have. */
    cell: (call: GridCall, row: readonly string[], column: string): Promise<WholeCell> =>
      reading(call, async (run, { shape, identity }) => {
        if (!readableColumns(shape).some(({ name }) => name === column))
          throw new AppError('validation_failed', `There is no column ${column}.`)
        if (row.length !== identity.parts.length)
          throw new AppError('validation_failed', 'Send the row as the page brought it.')
        const cell = readWholeCell(await run(wholeCell(shape, identity, row, column)))
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
        filtered(
          call,
          filter,
          async (run, { shape }, { plan, leftOut }) => {
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
          },
          (of, work) => writing(of, DELETE_ADVICE, work),
        ),
      ),

    preview: (call: GridCall, edits: readonly GridEdit[]): Promise<string> =>
      reading(call, async (_run, { shape, identity }) => {
        for (const edit of edits)
          for (const name of Object.keys(edit.kind === 'delete' ? edit.old : edit.set))
            if (!shape.columns.some((column) => column.name === name))
              throw new AppError('validation_failed', `There is no column ${name}.`)
        return previewSql(shape, identity, edits)
      }),
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

/** An edit that follows another of the same row would meet values that the first one changed. */
function mustBeOfDifferentRows(edits: readonly GridEdit[]) {
  const ofRows = edits.filter((edit) => edit.kind !== 'insert').map(({ row }) => JSON.stringify(row))
  if (new Set(ofRows).size < ofRows.length)
    throw new AppError('validation_failed', 'Send one change for each row.')
}

function requestOf(
  { at, cursor }: GridRowsQuery,
  read: (cursor: string) => ReturnType<typeof readCursor>,
): PageRequest {
  if (at === 'row') throw new TypeError('a page at a row has no cursor')
  if (at === 'first' || at === 'last') return { at }
  if (cursor === undefined) throw new AppError('validation_failed', 'cursor: Send where the page starts')
  return { at, position: read(cursor) }
}

interface PlacedPage {
  readonly page: Page
  readonly place: GridPage['place']
}

type ReadPage = (request: PageRequest) => Promise<Page>

async function placed(request: PageRequest, read: ReadPage): Promise<PlacedPage> {
  const page = await read(request)
  const isStart = page.hasBefore === false
  return { page, place: isStart ? { row: 0, is_estimate: false } : null }
}

/** The page that begins behind `row` rows, or about there; the last page when there are fewer. */
async function pageAtRow(
  run: RunText,
  source: PageSource,
  { row, count, limit }: GridRowsQuery,
  read: ReadPage,
): Promise<PlacedPage> {
  if (row === undefined) throw new AppError('validation_failed', 'row: Send at which row the page starts')
  const { shape, plan, filter } = source
  const landing = row <= GRID_EXACT_ROWS || plan.mode === 'offset' ? undefined : await landingAt(row)
  const found = landing
    ? {
        page: await read({ at: 'from', position: landing.position }),
        place: { row: Math.round(landing.share * landing.total), is_estimate: true },
      }
    : { page: await read({ at: 'skip', rows: row }), place: { row, is_estimate: false } }
  if (found.page.rows.length > 0 || row === 0) return found
  if (plan.mode !== 'offset') return placed({ at: 'last' }, read)
  const rows = Math.max(0, readCount(await run(exactCount(shape, filter))) - limit)
  return { page: await read({ at: 'skip', rows }), place: { row: rows, is_estimate: false } }

  async function landingAt(number: number) {
    const total = count ?? readEstimate(await run(countEstimate(shape, filter))).rows
    const [known, ties] = [jumpStatistics(shape, plan), tieStatistics(shape, plan)]
    const jumps = readJumps(plan, known ? await run(known) : [], total, ties ? await run(ties) : [])
    const found = jumps.landingAt(number / Math.max(1, total))
    return found && { ...found, total }
  }
}

async function withCursor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CursorError)) throw error
    throw new AppError('validation_failed', error.message, { cause: error })
  }
}

interface Filtered {
  readonly plan: FilterPlan
  readonly leftOut: GridPage['left_out']
}

/** Rules on columns that are gone are left out and said; other faults throw `validation_failed`. */
function filterOf(shape: TableShape, texts: readonly string[]): Filtered {
  const { filter, problems } = parseFilters(texts)
  const [unwritten] = problems
  if (unwritten) throw new AppError('validation_failed', `filter ${unwritten.text}: ${unwritten.message}`)
  const plan = planFilter(shape, filter)
  refuse(plan.problems)
  return {
    plan,
    leftOut: plan.gone.map((rule) => ({
      text: printRule(rule),
      message: `There is no column ${rule.column}.`,
    })),
  }
}

/** Throws `validation_failed` when there are problems. */
function refuse(problems: FilterPlan['problems']) {
  const [first] = problems
  if (first)
    throw new AppError('validation_failed', `Filter on ${first.rule.column}: ${first.message}`, {
      details: {
        filters: problems.map(({ rule, message }) => ({ text: printRule(rule), message })),
      },
    })
}

/** Class 22 of SQLSTATE: what PostgreSQL says of values, those of the filter among them. */
const isBadValue = (error: unknown) =>
  error instanceof AppError && error.cause instanceof pg.DatabaseError && error.cause.code?.startsWith('22')

const printRule = (rule: FilterPlan['gone'][number]) => printFilters({ match: 'all', of: [rule] })[0]!

const wireCell = ({ text, isCut, bytes = 0 }: Cell): GridCell => (isCut ? { beginning: text, bytes } : text)

const wireRow = ({ identity, cells }: GridRow): WireRow => ({
  row: [...identity],
  cells: cells.map(wireCell),
})

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
