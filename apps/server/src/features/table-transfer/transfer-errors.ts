import { IMPORT_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import { formatError } from '@basalt/sql/format-error.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'

const ADVICE: Readonly<Record<string, string>> = {
  '55P03': `Another transaction has locked this table for more than ${IMPORT_LOCK_TIMEOUT_SECONDS} seconds. Try again, or end that transaction.`,
  '40P01': 'Another transaction waited for the same rows the other way round. Try again.',
  '53100': 'The disk of the database is full. Free some space, then try again.',
  '57014': 'This was cancelled.',
}

/** What PostgreSQL said, as an error of the caller's; anything else as it came. */
export function ofPostgres(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error
  const { code: sqlstate, message, detail, hint, severity = 'ERROR' } = error
  return new AppError('sql_failed', ADVICE[sqlstate] ?? message, {
    cause: error,
    sql: {
      sqlstate,
      formattedError: formatError({ severity, sqlstate, message, detail, hint }, ''),
      detail,
      hint,
    },
  })
}
