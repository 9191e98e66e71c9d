/** The error body of the Data API: `code` says what went wrong, `hint` what to do. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: string | null
}

/** The Data API's own codes with their HTTP status. Errors of the database have its SQLSTATE as code. */
export const failureStatus = {
  /** A write without a filter, which would change every row. */
  '21000': 400,
  /** A negative limit or offset, with PostgreSQL's code and message. */
  '2201W': 400,
  '2201X': 400,
  /** The response is too long; PostgreSQL's code for an exceeded limit. */
  '54000': 400,
  /** The database does not respond. */
  PGRST000: 503,
  /** The database does not respond while its catalog is being read. */
  PGRST002: 503,
  /** No connection became free in time. */
  PGRST003: 504,
  /** The query string is malformed. */
  PGRST100: 400,
  /** The function cannot be called with this method. */
  PGRST101: 405,
  /** The body is malformed. */
  PGRST102: 400,
  /** No such range of rows. */
  PGRST103: 416,
  /** A PUT that does not identify one row by its key. */
  PGRST105: 405,
  /** The schema is not exposed. */
  PGRST106: 406,
  /** None of the accepted media types is available. */
  PGRST107: 406,
  /** A filter on a relation that is not selected. */
  PGRST108: 400,
  /** A limited write without an order. */
  PGRST109: 400,
  /** A function set an invalid response.headers or response.status. */
  PGRST111: 500,
  PGRST112: 500,
  /** A limit on PUT. */
  PGRST114: 400,
  /** The row of a PUT is not the one that its URL identifies. */
  PGRST115: 400,
  /** Not exactly one row. */
  PGRST116: 406,
  /** No such method. */
  PGRST117: 405,
  /** Ordered by a to-many relation. */
  PGRST118: 400,
  /** A filter other than `is.null` on an embedded relation. */
  PGRST120: 400,
  /** The database's code raised an invalid response. */
  PGRST121: 500,
  /** An unknown preference with `handling=strict`. */
  PGRST122: 400,
  /** Aggregates are not enabled. */
  PGRST123: 400,
  /** More rows are affected than allowed. */
  PGRST124: 400,
  /** No such path. */
  PGRST125: 404,
  /** The database hides its description. */
  PGRST126: 404,
  /** Not implemented for this kind of relation. */
  PGRST127: 400,
  /** A limit of affected rows for a function that returns no rows. */
  PGRST128: 400,
  /** No relationship between the two. */
  PGRST200: 400,
  /** More than one relationship between the two. */
  PGRST201: 300,
  /** No such function. */
  PGRST202: 404,
  /** More than one function matches. */
  PGRST203: 300,
  /** No such column in a write. */
  PGRST204: 400,
  /** No such table. */
  PGRST205: 404,
  /** The token is not accepted. */
  PGRST301: 401,
  /** There is no key. */
  PGRST302: 401,
  /** The token has expired or is not valid yet. */
  PGRST303: 401,
} as const

export type FailureCode = keyof typeof failureStatus

/** An error that the Data API itself raises. */
export class DataApiError extends Error {
  readonly code: FailureCode
  readonly details: unknown
  readonly hint: string | null
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: FailureCode,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'DataApiError'
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return failureStatus[this.code]
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}
