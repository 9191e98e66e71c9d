import { type ErrorBody, type ErrorCode, errorStatus, type SqlFailure } from '@basalt/contract/errors.ts'

interface Options {
  cause?: unknown
  details?: Record<string, unknown>
  /** What PostgreSQL said about the caller's own SQL. */
  sql?: SqlFailure
  /** Seconds after which a retry may succeed. */
  retryAfter?: number
}

/**
 * The only error features throw on purpose; its message is shown to people and says what to do.
 * Anything else that reaches the edge is a bug and becomes `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly options: Options

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.options = options
  }

  get status() {
    return errorStatus[this.code]
  }

  /** Headers of the error's response. */
  get headers(): Record<string, string> {
    const { retryAfter } = this.options
    return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  }

  toBody(requestId: string): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      requestId,
      ...(this.options.details && { details: this.options.details }),
      ...this.options.sql,
    }
  }
}

/** For what does not exist, and for what the caller may not see. */
export const notFound = (what: string, id: string) =>
  new AppError('not_found', `${what} ${id} does not exist`)
