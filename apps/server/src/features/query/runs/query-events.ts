import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import type { ColumnTypes } from '../../../platform/project-databases/sql/column-types.ts'
import type { Execution } from './execution.ts'
import type { PackedRows, ResultColumn, RunEvent } from './run-event.ts'
import { StatementError } from './statement-error.ts'

/** What becomes of a transaction that a text leaves open. */
interface Ending {
  /** Whether the text ran inside a transaction that is not its own. */
  readonly isWrapped: boolean
  /** For how long its own transaction is kept open; undefined when it is undone. */
  readonly heldMs: () => number | undefined
}

/**
 * What an execution brings, in the terms of the API. Throws AppError: `sql_failed`, `instance_unavailable` or
 * `too_large`. An iterator by hand and no generator, because a generator's `return` waits for a pending `next`, which
 * may take hours, and does nothing at all before the first one.
 */
export class QueryEvents implements AsyncIterableIterator<QueryEvent | PackedRows> {
  readonly #execution: Execution
  readonly #types: ColumnTypes
  readonly #ending: Ending
  readonly #startedAt = performance.now()
  #isAtEnd = false

  constructor(execution: Execution, types: ColumnTypes, ending: Ending) {
    this.#execution = execution
    this.#types = types
    this.#ending = ending
  }

  async next(): Promise<IteratorResult<QueryEvent | PackedRows>> {
    if (this.#isAtEnd) return { done: true, value: undefined }
    const { run } = this.#execution
    try {
      const { done, value } = await run.events.next()
      if (!done) return { done: false, value: await inTypes(value, this.#types) }
    } catch (error) {
      this.#isAtEnd = true
      throw asAppError(error as Error, run.text)
    }
    this.#isAtEnd = true
    const durationMs = performance.now() - this.#startedAt
    const { isWrapped, heldMs } = this.#ending
    const isOpen = !isWrapped && (await run.settled) === 'T'
    // What becomes of the connection is decided once it is settled, and known when that is finished.
    await this.#execution.finished
    const held = heldMs()
    const open = held === undefined ? { rolledBack: true as const } : { heldForMs: held }
    return { done: false, value: { type: 'end', durationMs, ...(isOpen && open) } }
  }

  /** For who stops reading before the end: the query is stopped. */
  async return(): Promise<IteratorResult<never>> {
    this.#isAtEnd = true
    await this.#execution.abandon()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator]() {
    return this
  }
}

async function inTypes(event: RunEvent, types: ColumnTypes): Promise<QueryEvent | PackedRows> {
  if (event.type !== 'columns') return event
  const names = await types.namesOf(event.columns.map((column) => column.typeId))
  return { type: 'fields', fields: event.columns.map((column, index) => field(column, names[index]!)) }
}

const field = ({ name, typeId, tableId, columnId }: ResultColumn, type: string) => ({
  name,
  type,
  type_id: typeId,
  table_id: tableId,
  column_id: columnId,
})

function asAppError(error: Error, text: string) {
  if (error instanceof AppError) return error
  if (error instanceof StatementError) return error.toAppError(text)
  return new AppError('instance_unavailable', 'The connection to the database was lost while the query ran', {
    cause: error,
  })
}
