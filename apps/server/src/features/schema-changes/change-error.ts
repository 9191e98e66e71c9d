import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type pg from 'pg'
import { changeFailed, pathAtPosition } from '../../platform/project-databases/sql/change-failed.ts'

/** What PostgreSQL said of a statement, as an error of the caller's beside the field it comes from; anything else as it came. */
export const changeError = (error: unknown, statement?: ChangeStatement): unknown =>
  changeFailed(error, statement, pathOf)

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
function pathOf(error: pg.DatabaseError, statement: ChangeStatement): string | undefined {
  const { parts, sql } = statement
  const path = pathAtPosition(error, statement)
  if (path !== undefined) return path
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
