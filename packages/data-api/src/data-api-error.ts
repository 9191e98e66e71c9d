/** What clients of the Data API read: its code says what went wrong, its hint what to do. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: string | null
}

/** Codes that are ours to answer, with the status of each. Those of the database are its SQLSTATE. */
export const failureStatus = {
  /** A write that would change every row, because nobody said which; the code is PostgreSQL's for the same. */
  '21000': 400,
  /** A negative limit or offset, with the code and words of PostgreSQL. */
  '2201W': 400,
  '2201X': 400,
  /** An answer that is too long; the code is PostgreSQL's for what is above a limit. */
  '54000': 400,
  /** The database does not answer. */
  PGRST000: 503,
  /** The database does not answer when its catalog is to be read. */
  PGRST002: 503,
  /** No connection became free in time. */
  PGRST003: 504,
  /** The query string is malformed. */
  PGRST100: 400,
  /** A function is called with a method it cannot be called with. */
  PGRST101: 405,
  /** The body is malformed. */
  PGRST102: 400,
  /** No such range of rows. */
  PGRST103: 416,
  /** A PUT that does not name one row by its key. */
  PGRST105: 405,
  /** The schema is not exposed. */
  PGRST106: 406,
  /** None of the accepted media types can be given. */
  PGRST107: 406,
  /** A filter on a relation that is not selected. */
  PGRST108: 400,
  /** A limited write whose order is not said. */
  PGRST109: 400,
  /** A function set response.headers or response.status to what is none. */
  PGRST111: 500,
  PGRST112: 500,
  /** A limit on PUT. */
  PGRST114: 400,
  /** The row of a PUT is not the one that its address names. */
  PGRST115: 400,
  /** Not exactly one row. */
  PGRST116: 406,
  /** No such method. */
  PGRST117: 405,
  /** Ordered by a relation that has many rows. */
  PGRST118: 400,
  /** A relation can be asked for null only. */
  PGRST120: 400,
  /** The database's code raised an invalid response. */
  PGRST121: 500,
  /** A preference that is not known, though it must be. */
  PGRST122: 400,
  /** Aggregates are not switched on. */
  PGRST123: 400,
  /** More rows are affected than allowed. */
  PGRST124: 400,
  /** No such path. */
  PGRST125: 404,
  /** The database hides its description. */
  PGRST126: 404,
  /** What is not done for this kind of relation. */
  PGRST127: 400,
  /** A limit of affected rows for a function that returns no rows. */
  PGRST128: 400,
  /** No relationship between the two. */
  PGRST200: 400,
  /** More than one relationship between the two. */
  PGRST201: 300,
  /** No such function. */
  PGRST202: 404,
  /** More than one function fits. */
  PGRST203: 300,
  /** No such column in what is written. */
  PGRST204: 400,
  /** No such table. */
  PGRST205: 404,
  /** The token is not accepted. */
  PGRST301: 401,
  /** There is no key. */
  PGRST302: 401,
  /** The token is not accepted any more, or not yet. */
  PGRST303: 401,
} as const

export type FailureCode = keyof typeof failureStatus

/** A refusal of the Data API itself. */
export class DataApiError extends Error {
  readonly code: FailureCode
  readonly details: unknown
  readonly hint: string | null
  /** Of the answer. */
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
