/** A statement under construction. Values are parameters; everything else from a request is quoted. */
export class Statement {
  readonly values: unknown[] = []
  private aliases = 0

  /** Adds a value and returns its placeholder. */
  value(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** Returns a new unique table alias. */
  alias(prefix: string): string {
    this.aliases += 1
    return `${prefix}${this.aliases}`
  }
}

/** A statement to run, which returns one `ResultRow`. */
export interface Planned {
  text: string
  values: unknown[]
}

/** The only result row of a statement of the Data API. */
export interface ResultRow {
  /** The number of all matching rows, if counted. */
  total: number | null
  /** The number of rows in this response. */
  page: number
  body: string | null
  /** Key columns of a single inserted row, as JSON. */
  location: string | null
  /** The number of new rows of an upsert. */
  inserted: number | null
  /** Set by functions of the database: JSON, and a number. */
  headers: string | null
  status: string | null
}
