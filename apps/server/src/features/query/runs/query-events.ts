import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import type { ColumnTypes } from '../../../platform/project-databases/sql/column-types.ts'
import type { Execution } from './execution.ts'
import type { PackedRows, ResultColumn, RunEvent } from './run-event.ts'
import { StatementError } from './statement-error.ts'

/** How a transaction that a text leaves open ends. */
interface TransactionEnd {
  /** Whether the text ran inside a transaction of the platform. */
  readonly isWrapped: boolean
  /** How long the text's own transaction is held open, in milliseconds; undefined when it is rolled back. */
  readonly heldMs: () => number | undefined
}

/**
 * The events of an execution in the terms of the API. Throws AppError: `sql_failed`, `instance_unavailable` or
 * `too_large`. Not a generator, because a generator's `return` waits for a pending `next`, which may take hours, and
 * does nothing before the first one.
 */
export class QueryEvents implements AsyncIterableIterator<QueryEvent | PackedRows> {
  readonly #execution: Execution
  readonly #types: ColumnTypes
  readonly #ending: TransactionEnd
  readonly #startedAt = performance.now()
  #isAtEnd = false

  constructor(execution: Execution, types: ColumnTypes, ending: TransactionEnd) {
    this.#execution = execution
    this.#types = types
    this.#ending = ending
  }

  async next(): Promise<IteratorResult<QueryEvent | PackedRows>> {
    if (this.#isAtEnd) return { done: true, value: undefined }
    const { run } = this.#execution
    try {
      const { done, value } = await run.events.next()
      if (!done) return { done: false, value: await withTypeNames(value, this.#types) }
    } catch (error) {
      this.#isAtEnd = true
      throw asAppError(error as Error, run.text)
    }
    this.#isAtEnd = true
    const durationMs = performance.now() - this.#startedAt
    const { isWrapped, heldMs } = this.#ending
    const isOpen = !isWrapped && (await run.settled) === 'T'
    // Whether the connection is held is decided once it is settled, and known when the execution is finished.
    await this.#execution.finished
    const held = heldMs()
    const open = held === undefined ? { rolledBack: true as const } : { heldForMs: held }
    return { done: false, value: { type: 'end', durationMs, ...(isOpen && open) } }
  }

  /** Stops the query when its reader stops early. */
  async return(): Promise<IteratorResult<never>> {
    this.#isAtEnd = true
    await this.#execution.abandon()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator]() {
    return this
  }
}

async function withTypeNames(event: RunEvent, types: ColumnTypes): Promise<QueryEvent | PackedRows> {
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
