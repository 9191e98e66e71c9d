import { SCHEMA_LOCK_TIMEOUT_SECONDS } from '@basalt/contract/schema-changes/schema-changes.rules.ts'
import type pg from 'pg'
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, ofDatabase, QUERY_CANCELED, sqlFailed } from './sql-failed.ts'

/** SQL that a form wrote. */
export interface FormStatement {
  readonly sql: string
  /** Which parts came from which fields. Offsets in `sql`; a path such as `columns.2.type`. */
  readonly parts: readonly { readonly from: number; readonly to: number; readonly path: string }[]
}

const ADVICE: Readonly<Record<string, string>> = {
  [LOCK_NOT_AVAILABLE]: `Another transaction has kept the table locked for ${SCHEMA_LOCK_TIMEOUT_SECONDS} seconds. Nothing was changed. Try again, or end that transaction.`,
  [DEADLOCK_DETECTED]:
    'Another transaction waited for the same tables the other way round. Nothing was changed. Try again.',
  [QUERY_CANCELED]: 'The change was cancelled. Nothing was changed.',
}

/**
 * What PostgreSQL said of a statement of a form, as an error of the caller's beside the field it comes from; anything else
 * as it came. `pathOf` finds the field of an error; `advices` are what to say by SQLSTATE, instead of what PostgreSQL says.
 */
export function changeFailed<Statement extends FormStatement>(
  error: unknown,
  statement: Statement | undefined,
  pathOf: (error: pg.DatabaseError, statement: Statement) => string | undefined,
  advices: Readonly<Record<string, string>> = ADVICE,
): unknown {
  if (!ofDatabase(error)) return error
  const advice = advices[error.code]
  const message = advice ?? sentence(error.message, error.detail)
  const path = advice === undefined && statement ? pathOf(error, statement) : undefined
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

/** The path of the part of a statement that an error points at. */
export function pathAtPosition(error: pg.DatabaseError, { sql, parts }: FormStatement): string | undefined {
  const position = positionOf(error)
  if (position === undefined) return undefined
  const offset = [...sql].slice(0, position - 1).join('').length
  return parts.find(({ from, to }) => from <= offset && offset < to)?.path
}
