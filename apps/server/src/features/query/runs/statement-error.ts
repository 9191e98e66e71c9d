import { formatError, type ServerError } from '@basalt/sql/format-error.ts'
import { AppError } from '../../../http/app-error.ts'
import { QUERY_CANCELED } from '../../../platform/project-databases/sql/sql-failed.ts'

/** PostgreSQL refused, cancelled or failed a statement. `position` counts characters of the whole text. */
export class StatementError extends Error {
  readonly server: ServerError

  constructor(server: ServerError) {
    super(server.message)
    this.name = 'StatementError'
    this.server = server
  }

  /** Whether the backend has exited, so that the connection is unusable. */
  get isFatal() {
    return this.server.severity === 'FATAL' || this.server.severity === 'PANIC'
  }

  /** As an error for the caller; `text` is the SQL that was sent. */
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

/** For a query that was stopped between two statements. Has the message of PostgreSQL. */
export const canceledError = () =>
  new StatementError({
    severity: 'ERROR',
    sqlstate: QUERY_CANCELED,
    message: 'canceling statement due to user request',
  })
