import { readValueCheck, valueCheck } from '../filters/value-check.ts'
import type { GridRow } from '../pages/row-columns.ts'
import { type RowIdentity, writeAccess } from '../shape/row-identity.ts'
import type { TableShape } from '../shape/table-shape.ts'
import type { Statement, TextRow } from '../statement.ts'
import { EDITS_MAX, type Edit, isDefault } from './edit.ts'
import { type Refusal, refusalOf } from './edit-check.ts'
import {
  currentRows,
  readCurrent,
  readSaved,
  readVersions,
  rowVersions,
  type SavedRow,
  saveStatement,
} from './save-statement.ts'

/** What became of an edit, in the order of the list. */
export type EditResult =
  | ({ readonly outcome: 'saved' } & Omit<SavedRow, 'index'>)
  /** Somebody else changed the row, which is as `current` says now. */
  | { readonly outcome: 'conflict'; readonly current: GridRow }
  /** The row was deleted, or is hidden from this role; without a key it may have been changed. */
  | { readonly outcome: 'gone' }
  /** PostgreSQL, or the relation, does not allow it. Then no edit of the list is saved. */
  | ({ readonly outcome: 'refused' } & Refusal)
  /** Not saved because another edit of the list was refused. */
  | { readonly outcome: 'held' }

/** An error of PostgreSQL, as drivers throw it. */
export interface StatementError {
  readonly message: string
  readonly code?: string | undefined
  readonly column?: string | undefined
}

/** What the caller answers to a statement. */
export type Answer = { readonly rows: readonly TextRow[] } | { readonly error: StatementError }

/**
 * Deferred constraints are checked at the end of each statement, so that none fails at COMMIT, when all edits have been
 * reported as saved. To be run after BEGIN, before `saveAtOnce`.
 */
export const CHECK_AT_ONCE: Statement = { text: 'set constraints all immediate', values: [] }

/**
 * To be run after BEGIN and whatever the transaction needs, before the first statement of `saveEdits`; one round trip
 * does.
 */
export const SAVE_POINT: readonly Statement[] = [CHECK_AT_ONCE, { text: 'savepoint save_edits', values: [] }]
const BACK = { text: 'rollback to savepoint save_edits', values: [] }

/**
 * Saves edits of one relation: yields statements to run one by one in a transaction at READ COMMITTED after `SAVE_POINT`,
 * takes the answer of each, and returns a result for each edit. When all can be saved, that is one statement. After it
 * returns, the transaction can be committed: what was refused has been taken back, with all other edits of the list.
 *
 * Throws a RangeError for more than EDITS_MAX edits and for two edits of one row. Also throws an error that is not about
 * an edit, such as a deadlock, a timeout or a lost connection: the caller rolls back.
 */
export function* saveEdits(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
): Generator<Statement, EditResult[], Answer> {
  const refusals = refusalsOf(shape, identity, edits)
  if (refusals.some((each) => each !== undefined)) return refused(refusals)
  if (edits.length === 0) return []
  const answer: Answer = yield saveStatement(shape, identity, edits)
  if ('error' in answer) {
    yield BACK
    return yield* findRefused(shape, identity, edits, answer.error)
  }
  const results: (EditResult | undefined)[] = new Array(edits.length).fill(undefined)
  for (const { index, ...saved } of yield* withVersions(
    shape,
    readSaved(shape, identity, edits, answer.rows),
  ))
    results[index] = { outcome: 'saved', ...saved }
  yield* explainUnsaved(shape, identity, edits, results)
  const isRefused = results.some((result) => result?.outcome === 'refused')
  if (!isRefused) return results as EditResult[]
  yield BACK
  return results.map((result) => (result?.outcome === 'saved' ? { outcome: 'held' } : result!))
}

/** All edits in one statement that fails, and saves none, unless each can be saved. */
export interface SaveAtOnce {
  readonly statement: Statement
  /** The results, from the rows of the statement. */
  read(rows: readonly TextRow[]): EditResult[]
}

/** Undefined when it is seen beforehand that one statement does not do: then `saveEdits` says why. Throws as it does. */
export function saveAtOnce(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
): SaveAtOnce | undefined {
  if (edits.length === 0 || refusalsOf(shape, identity, edits).some((each) => each !== undefined))
    return undefined
  // Their versions are read afterwards.
  if (shape.kind === 'p' && identity.kind === 'ctid') return undefined
  return {
    statement: saveStatement(shape, identity, edits, { mustSaveAll: true }),
    read(rows) {
      const results: EditResult[] = new Array(edits.length)
      for (const { index, ...saved } of readSaved(shape, identity, edits, rows))
        results[index] = { outcome: 'saved', ...saved }
      return results
    },
  }
}

function refusalsOf(shape: TableShape, identity: RowIdentity, edits: readonly Edit[]) {
  if (edits.length > EDITS_MAX) throw new RangeError(`there are more than ${EDITS_MAX} edits`)
  const rows = edits.flatMap((edit) => (edit.kind === 'insert' ? [] : [JSON.stringify(edit.row)]))
  if (new Set(rows).size < rows.length) throw new RangeError('two edits are of one row: merge them first')
  const access = writeAccess(shape, identity)
  return edits.map((edit) => refusalOf(edit, shape, identity, access))
}

function* withVersions(
  shape: TableShape,
  saved: readonly SavedRow[],
): Generator<Statement, readonly SavedRow[], Answer> {
  const versions = rowVersions(shape, saved)
  if (versions === undefined) return saved
  const answer: Answer = yield versions
  if ('error' in answer) throw thrown(answer.error)
  return readVersions(saved, answer.rows)
}

const refused = (refusals: readonly (Refusal | undefined)[]): EditResult[] =>
  refusals.map((refusal) => (refusal ? { outcome: 'refused', ...refusal } : { outcome: 'held' }))

/** Explains each row that the statement did not change: somebody else changed it, it is gone, or a trigger skipped it. */
function* explainUnsaved(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
  results: (EditResult | undefined)[],
): Generator<Statement, void, Answer> {
  const unsaved = edits.flatMap((edit, index) => {
    if (results[index] !== undefined) return []
    if (edit.kind !== 'insert') return [{ index, edit }]
    results[index] = { outcome: 'refused', reason: SKIPPED }
    return []
  })
  if (unsaved.length === 0) return
  const answer: Answer = yield currentRows(shape, identity, unsaved)
  if ('error' in answer) throw thrown(answer.error)
  for (const { index, isUnchanged, row } of readCurrent(shape, identity, answer.rows))
    results[index] = isUnchanged
      ? { outcome: 'refused', reason: SKIPPED }
      : { outcome: 'conflict', current: row }
  for (const { index } of unsaved) results[index] ??= { outcome: 'gone' }
}

const SKIPPED = 'A trigger or a policy of the table skipped this change.'

/** Finds which edit an error is about: first values that do not fit their type, then by trying shorter lists. */
function* findRefused(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
  error: StatementError,
): Generator<Statement, EditResult[], Answer> {
  if (!isAboutEdits(error)) throw thrown(error)
  const values = valuesOf(shape, edits)
  if (values.length > 0) {
    const answer: Answer = yield valueCheck(values)
    // A type whose input cannot be checked that way fails here; then the edits are tried.
    if ('error' in answer) yield BACK
    else if (answer.rows.length > 0) {
      const refusals: (Refusal | undefined)[] = edits.map(() => undefined)
      for (const { index, message, sqlstate } of readValueCheck(answer.rows)) {
        const { edit, column } = values[index]!
        refusals[edit] ??= { reason: message, column, sqlstate }
      }
      return refused(refusals)
    }
  }
  // Deletions are saved first and new rows last. The shortest list in that order that fails ends with the refused edit.
  const order = saveOrder(edits)
  let works = 0
  let fails = order.length
  let cause = error
  while (fails - works > 1) {
    const tried = Math.floor((works + fails) / 2)
    const answer: Answer = yield saveStatement(
      shape,
      identity,
      order.slice(0, tried).map((index) => edits[index]!),
    )
    yield BACK
    if (!('error' in answer)) works = tried
    else {
      if (!isAboutEdits(answer.error)) throw thrown(answer.error)
      fails = tried
      cause = answer.error
    }
  }
  const found = order[fails - 1]
  const { message: reason, code: sqlstate, column } = cause
  return refused(
    edits.map((_, index) =>
      index === found
        ? { reason, ...(column ? { column } : {}), ...(sqlstate ? { sqlstate } : {}) }
        : undefined,
    ),
  )
}

const STEPS: readonly Edit['kind'][] = ['delete', 'update', 'insert']

const saveOrder = (edits: readonly Edit[]) =>
  edits
    .map((_, index) => index)
    .sort((one, other) => STEPS.indexOf(edits[one]!.kind) - STEPS.indexOf(edits[other]!.kind) || one - other)

/**
 * By class of the SQLSTATE: data exception, integrity constraint, privileges, CHECK OPTION, raised by a function, feature
 * not supported, and other refusals. What is left are the connection, resources, locks and the operator.
 */
const isAboutEdits = ({ code }: StatementError) =>
  code !== undefined && /^(?:0A|21|22|23|27|2F|38|39|42|44|55000|P0)/.test(code) && !GONE_TABLE.has(code)

/** The relation or a column is not there any more: no edit is to blame. */
const GONE_TABLE = new Set(['42P01', '42703'])

const thrown = (error: StatementError) =>
  error instanceof Error ? error : Object.assign(new Error(error.message), error)

function valuesOf(shape: TableShape, edits: readonly Edit[]) {
  const types = new Map(shape.columns.map(({ name, typeName }) => [name, typeName]))
  return edits.flatMap((edit, index) => {
    if (edit.kind === 'delete') return []
    return Object.entries(edit.set).flatMap(([column, value]) =>
      value === null || isDefault(value) || types.get(column) === 'pg_catalog.text'
        ? []
        : [{ edit: index, column, value, type: types.get(column)! }],
    )
  })
}
