/** A statement that is being written: its text names values by number, and nothing a request says is in the text unquoted. */
export class Statement {
  readonly values: unknown[] = []
  private aliases = 0

  /** Adds a value and gives the placeholder to write for it. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** A name for a table in the statement, different each time. */
  alias(prefix: string): string {
    this.aliases += 1
    return `${prefix}${this.aliases}`
  }
}

/** What is run. Every result row has the columns of `ResultRow`. */
export interface Planned {
  text: string
  values: unknown[]
}

/** The one row that a statement of the Data API brings. */
export interface ResultRow {
  /** Of all rows that fit, when they were counted. */
  total: number | null
  /** In this answer. */
  page: number
  body: string | null
  /** Key columns of the only row that was inserted, as JSON. */
  location: string | null
  /** Rows that were not there before, where an upsert may have changed some that were. */
  inserted: number | null
  /** What the code of the database has set for the answer: JSON, and a number. */
  headers: string | null
  status: string | null
}
