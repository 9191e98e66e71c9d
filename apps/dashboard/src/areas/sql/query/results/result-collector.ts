import type {
  QueryEvent,
  QueryNotice,
  ResultField,
  StatementEnd,
} from '@basalt/contract/query/query.schema.ts'
import type { z } from 'zod'
import { RESULT_LENGTH_MAX } from '../query.rules.ts'
import { TextColumn } from './text-column.ts'

/** The result of one statement so far. Every addition creates a new object; the columns grow in place. */
export interface StatementOutcome {
  /** Undefined for a statement that returns no rows, such as CREATE TABLE. */
  readonly fields: readonly ResultField[] | undefined
  /** `columns[c].at(r)` is the text of row r in column c. */
  readonly columns: readonly TextColumn[]
  readonly rowCount: number
  /** The project and the query that stored the rows on the server, when they are not in the page. */
  readonly stored?: { readonly ref: string; readonly id: string }
  readonly notices: readonly QueryNotice[]
  /** Undefined while the statement is running, and when it has failed. */
  readonly end: z.infer<typeof StatementEnd> | undefined
}

/** Assembles the events of one run into an outcome per statement. */
export class ResultCollector {
  readonly #finished: StatementOutcome[] = []
  #open: StatementOutcome | undefined
  #length = 0
  #isCut = false
  readonly #ref: string
  #id: string | undefined

  constructor(ref: string) {
    this.#ref = ref
  }

  /** A new list of the outcomes so far. */
  outcomes(): readonly StatementOutcome[] {
    return this.#open ? [...this.#finished, this.#open] : [...this.#finished]
  }

  /** Ends the run: an unfinished statement is dropped when it is empty. Returns the outcomes. */
  close(): readonly StatementOutcome[] {
    if (this.#open?.rowCount === 0 && this.#open.notices.length === 0) this.#open = undefined
    return this.outcomes()
  }

  take(event: QueryEvent): void {
    const open = this.#open ?? emptyOutcome
    if (event.type === 'started') this.#id = event.id
    else if (event.type === 'rows') this.#rows(event.rows)
    else if (event.type === 'stored')
      this.#open = {
        ...open,
        rowCount: event.rows,
        ...(this.#id !== undefined && { stored: { ref: this.#ref, id: this.#id } }),
      }
    else if (event.type === 'fields')
      this.#open = { ...open, fields: event.fields, columns: event.fields.map(() => new TextColumn()) }
    else if (event.type === 'notice') this.#notice(open, event.notice)
    else if (event.type === 'statement') {
      const { type: _, ...end } = event
      this.#finished.push({ ...open, end: { ...end, truncated: end.truncated || this.#isCut } })
      this.#open = undefined
      this.#isCut = false
    }
  }

  /** Notifications arrive with the commit, after the statements, and belong to the last of them. */
  #notice(open: StatementOutcome, notice: QueryNotice) {
    const last = this.#finished.at(-1)
    if (notice.severity === 'NOTIFY' && !this.#open && last)
      this.#finished[this.#finished.length - 1] = { ...last, notices: [...last.notices, notice] }
    else this.#open = { ...open, notices: [...open.notices, notice] }
  }

  #rows(rows: readonly (readonly (string | null)[])[]) {
    if (!this.#open) return
    const { columns } = this.#open
    let added = 0
    for (const row of rows) {
      if (this.#length > RESULT_LENGTH_MAX) {
        this.#isCut = true
        break
      }
      for (const [index, column] of columns.entries()) {
        const value = row[index] ?? null
        this.#length += value?.length ?? 0
        column.append(value)
      }
      added += 1
    }
    this.#open = { ...this.#open, rowCount: this.#open.rowCount + added }
  }
}

const emptyOutcome: StatementOutcome = {
  fields: undefined,
  columns: [],
  rowCount: 0,
  notices: [],
  end: undefined,
}
