import { formatError, type ServerError } from '@basalt/sql/format-error.ts'
import { AppError } from '../../../http/app-error.ts'

const QUERY_CANCELED = '57014'

/** PostgreSQL refused, stopped or failed a statement. `position` counts characters of the whole text that was run. */
export class StatementError extends Error {
  readonly server: ServerError

  constructor(server: ServerError) {
    super(server.message)
    this.name = 'StatementError'
    this.server = server
  }

  /** Whether the backend ended with it, so that its connection is of no more use. */
  get isFatal() {
    return this.server.severity === 'FATAL' || this.server.severity === 'PANIC'
  }

  /** The caller's own fault, in the caller's terms: `text` is what they sent. */
  toAppError(text: string): AppError {
    const { sqlstate, message, position, detail, hint } = this.server
    return new AppError('sql_failed', message, {
      cause: this,
      sql: {
        sqlstate,
        formattedError: formatError(this.server, text),
        ...(position !== undefined && { position }),
        ...(detail !== undefined && { detail }),
        ...(hint !== undefined && { hint }),
      },
    })
  }
}

/** For a query that was stopped while the database was not running it; the message is PostgreSQL's own. */
export const canceledError = () =>
  new StatementError({
    severity: 'ERROR',
    sqlstate: QUERY_CANCELED,
    message: 'canceling statement due to user request',
  })
