export type QueryErrorCode =
  /** DuckDB refused the query: its message says why. */
  | 'invalid'
  | 'too_slow'
  | 'too_much_memory'
  | 'too_large'
  /** The process ended for another reason. */
  | 'failed'

/** Why a query failed. The message is written for the author of the query, and contains no file names. */
export class QueryError extends Error {
  readonly code: QueryErrorCode

  constructor(code: QueryErrorCode, message: string) {
    super(message)
    this.name = 'QueryError'
    this.code = code
  }
}
