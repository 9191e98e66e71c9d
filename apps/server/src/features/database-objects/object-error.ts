import { OUTSIDE_LOCK_TIMEOUT_MINUTES } from '@basalt/contract/database-objects/database-objects.rules.ts'
import { type ChangeStatement, placeAt } from '@basalt/schema-changes/statement.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { changeFailed, pathAtPosition } from '../../platform/project-databases/sql/change-failed.ts'
import {
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
} from '../../platform/project-databases/sql/sql-failed.ts'

/** SQLSTATEs of a name that is taken: of a type or function, a relation, a function with the same arguments. */
const TAKEN_NAME = ['42710', '42P07', '42723']

/** SQLSTATE of a schema that does not exist. */
const NO_SCHEMA = '3F000'

/** Statements outside a transaction are not rolled back. */
const ADVICE_OUTSIDE = {
  [LOCK_NOT_AVAILABLE]: `Other transactions have kept the table locked for ${OUTSIDE_LOCK_TIMEOUT_MINUTES} minutes.`,
  [DEADLOCK_DETECTED]: 'Another transaction waited for the same table the other way round.',
  [QUERY_CANCELED]: 'It was cancelled.',
}

/**
 * What PostgreSQL said of a statement, as an error of the caller's beside the field it comes from; anything else as it came.
 * `isLeft` says that the statement left an invalid index.
 */
export function objectError(error: unknown, statement?: ChangeStatement, isLeft = false): unknown {
  const failed = changeFailed(error, statement, pathOf, statement?.isOutside ? ADVICE_OUTSIDE : undefined)
  if (!isLeft || !(failed instanceof AppError)) return failed
  const message = `${failed.message} An unfinished index is left, marked as invalid: rebuild or delete it.`
  return new AppError(failed.code, message, failed.options)
}

function pathOf(error: pg.DatabaseError, statement: ChangeStatement): string | undefined {
  const only = statement.parts.length === 1 ? statement.parts[0]!.path : undefined
  if (error.code === NO_SCHEMA) return 'schema'
  // A value can be taken too, which its own statement tells.
  if (TAKEN_NAME.includes(error.code ?? '')) return only ?? 'name'
  return pathAtPosition(error, statement) ?? pathWithoutPosition(error, statement) ?? only
}

/** Fields of what PostgreSQL refuses without a position, by SQLSTATE and the first word of its message. */
const WITHOUT_POSITION: Readonly<Record<string, string>> = {
  '42704 language': 'language',
  '42704 type': 'returns.type',
  '42883 function': 'function',
  '42P17 function': 'function',
  '42P01 relation': 'table',
  // Of event triggers, whose functions report the errors.
  '42501 must': 'function',
  '42601 filter': 'tags',
  '0A000 event': 'tags',
  '42703 column': 'columns',
}

function pathWithoutPosition({ code, message }: pg.DatabaseError, { parts }: ChangeStatement) {
  const path = WITHOUT_POSITION[`${code} ${message.split(' ', 1)[0]}`]
  return parts.some((part) => part.path === path) ? path : undefined
}

/** What PostgreSQL said of a statement, and where in which field. */
export interface RefusedPlace {
  readonly message: string
  readonly path: string | null
  /** In the text of the field, in UTF-16 code units; null when that is unknown. */
  readonly offset: number | null
}

/** Undefined for what is no error of the database about this statement. */
export function refusedPlace(error: unknown, statement: ChangeStatement): RefusedPlace | undefined {
  const failed = objectError(error, statement)
  if (!ofDatabase(error) || !(failed instanceof AppError)) return undefined
  const { position } = error
  const place =
    position === undefined
      ? undefined
      : placeAt(statement, [...statement.sql].slice(0, Number(position) - 1).join('').length)
  return {
    message: failed.message,
    path: place?.path ?? pathOf(error, statement) ?? null,
    offset: place?.offset ?? null,
  }
}
