import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type pg from 'pg'
import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
  sqlFailed,
} from '../../platform/project-databases/sql/sql-failed.ts'

const ADVICE: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: `Another transaction has kept the table locked for ${SCHEMA_LOCK_TIMEOUT_SECONDS} seconds. Nothing was changed. Try again, or end that transaction.`,
  [DEADLOCK_DETECTED]:
    'Another transaction waited for the same tables the other way round. Nothing was changed. Try again.',
  [QUERY_CANCELED]: 'The change was cancelled. Nothing was changed.',
}

/** What PostgreSQL said of a statement, as an error of the caller's beside the field it comes from; anything else as it came. */
export function changeError(error: unknown, statement?: ChangeStatement): unknown {
  if (!ofDatabase(error)) return error
  const message = ADVICE[error.code] ?? sentence(error.message, error.detail)
  const path = error.code in ADVICE ? undefined : pathOf(error, statement)
  return sqlFailed(error, {
    message,
    text: statement?.sql ?? '',
    position: positionOf(error),
    issues: path === undefined ? undefined : [{ path, message }],
  })
}

const sentence = (message: string, detail: string | undefined) => {
  const text = `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}`
  return detail === undefined ? `${text}.` : `${text}. ${detail}`
}

const positionOf = ({ position }: pg.DatabaseError) => (position === undefined ? undefined : Number(position))

/** SQLSTATE of errors that belong to one kind of field. */
const FIELDS: Readonly<Record<string, string>> = {
  // Duplicate table.
  '42P07': 'name',
  // Violated unique, foreign key and check constraints.
  '23505': 'uniques',
  '23503': 'foreign_keys',
  '23514': 'checks',
  // No unique constraint for a foreign key, and columns of other types.
  '42830': 'foreign_keys',
  '42804': 'foreign_keys',
}
const UNIQUE_VIOLATION = '23505'
/** A column that a message names. */
const NAMED_COLUMN = /\bcolumn "?([^"]+)"?(?: of | depends | cannot | contains | is |$|\n)/

/** The path of the field that an error is about, as far as PostgreSQL tells. */
function pathOf(error: pg.DatabaseError, statement: ChangeStatement | undefined): string | undefined {
  if (!statement) return undefined
  const { parts, sql } = statement
  const position = positionOf(error)
  if (position !== undefined) {
    const offset = [...sql].slice(0, position - 1).join('').length
    const part = parts.find(({ from, to }) => from <= offset && offset < to)
    if (part) return part.path
  }
  const field = FIELDS[error.code ?? '']
  if (field === 'name') return 'name'
  if (field !== undefined) {
    const fields = error.code === UNIQUE_VIOLATION ? [field, 'primary_key'] : [field]
    const paths = parts.map(({ path }) => path).filter((path) => fields.some((each) => path.startsWith(each)))
    if (paths.length === 1) return paths[0]
  }
  const column = error.column ?? NAMED_COLUMN.exec(`${error.message}\n${error.detail ?? ''}`)?.[1]
  if (column !== undefined) {
    const quoted = `column "${column.replaceAll('"', '""')}"`
    const part = parts.find(({ from, to }) => sql.slice(from, to).includes(quoted))
    if (part) return part.path
  }
  return parts.length === 1 ? parts[0]!.path : undefined
}
