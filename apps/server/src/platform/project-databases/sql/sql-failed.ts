import { formatError } from '@basalt/sql/format-error.ts'
import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { absentFile } from './absent-file.rules.ts'

/** SQLSTATEs that our own SQL meets, and that callers are told about in our words. */
export const QUERY_CANCELED = '57014'
export const LOCK_NOT_AVAILABLE = '55P03'
export const DEADLOCK_DETECTED = '40P01'

/** An error that PostgreSQL itself reported, and not the driver. */
type ServerError = pg.DatabaseError & { code: string }

export const ofDatabase = (error: unknown): error is ServerError =>
  error instanceof pg.DatabaseError && error.code !== undefined

interface Words {
  /** Instead of PostgreSQL's own message. */
  readonly message?: string | undefined
  /** The SQL that `position` counts characters of, from 1; neither is needed for SQL that the caller does not know. */
  readonly text?: string
  readonly position?: number | undefined
  /** Fields of a form that the error is about. */
  readonly issues?: readonly { path: string; message: string }[] | undefined
}

/** What PostgreSQL refused of SQL of ours, as the `sql_failed` of the caller for whom it ran. */
export function sqlFailed(
  error: ServerError,
  { message, text = '', position, issues }: Words = {},
): AppError {
  const { code: sqlstate, detail, severity = 'ERROR' } = error
  const said = absentFile(error.message) ?? { message: error.message, hint: error.hint }
  const { hint } = said
  return new AppError('sql_failed', message ?? said.message, {
    cause: error,
    ...(issues && { details: { issues } }),
    sql: {
      sqlstate,
      formattedError: formatError(
        { severity, sqlstate, message: said.message, detail, hint, position },
        text,
      ),
      detail,
      hint,
    },
  })
}
