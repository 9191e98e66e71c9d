import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type pg from 'pg'
import { changeFailed, pathAtPosition } from '../../platform/project-databases/sql/change-failed.ts'

/** SQLSTATEs of a name that is taken: of a type or function, a relation, a function with the same arguments. */
const TAKEN_NAME = ['42710', '42P07', '42723']

/** SQLSTATE of a schema that does not exist. */
const NO_SCHEMA = '3F000'

/** What PostgreSQL said of a statement, as an error of the caller's beside the field it comes from; anything else as it came. */
export const objectError = (error: unknown, statement?: ChangeStatement): unknown =>
  changeFailed(error, statement, pathOf)

function pathOf(error: pg.DatabaseError, statement: ChangeStatement): string | undefined {
  const only = statement.parts.length === 1 ? statement.parts[0]!.path : undefined
  if (error.code === NO_SCHEMA) return 'schema'
  // A value can be taken too, which its own statement tells.
  if (TAKEN_NAME.includes(error.code ?? '')) return only ?? 'name'
  return pathAtPosition(error, statement) ?? only
}
