import { IMPORT_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
  sqlFailed,
} from '../../platform/project-databases/sql/sql-failed.ts'

const DISK_FULL = '53100'

const ADVICE: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: `Another transaction has locked this table for more than ${IMPORT_LOCK_TIMEOUT_SECONDS} seconds. Try again, or end that transaction.`,
  [DEADLOCK_DETECTED]: 'Another transaction waited for the same rows the other way round. Try again.',
  [DISK_FULL]: 'The disk of the database is full. Free some space, then try again.',
  [QUERY_CANCELED]: 'This was cancelled.',
}

/** What PostgreSQL said, as an error of the caller's; anything else as it came. */
export const ofPostgres = (error: unknown): unknown =>
  ofDatabase(error) ? sqlFailed(error, { message: ADVICE[error.code] }) : error
