import { countCharacters } from '@basalt/sql/characters.ts'
import { firstParameter } from '@basalt/sql/first-parameter.ts'
import type { ServerError } from '@basalt/sql/format-error.ts'
import pg from 'pg'
import { absentFile } from '../../../platform/project-databases/sql/absent-file.rules.ts'
import type { PlannedStatement } from './planned-statement.ts'

const ACTIVE_SQL_TRANSACTION = '25001'
const PROTOCOL_VIOLATION = '08P01'
const UNDEFINED_PARAMETER = '42P02'
const ADMIN_SHUTDOWN = '57P01'

/**
 * Converts a driver error, with its position relative to the whole text. Undefined unless the error came from the
 * server, for instance for a lost connection.
 */
export function serverError(error: Error, text: string, planned?: PlannedStatement): ServerError | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  const reported = {
    severity: error.severity ?? 'ERROR',
    sqlstate: error.code,
    message: error.message,
    detail: error.detail,
    hint: error.hint,
  }
  // The position within a substituted call means nothing to the author of the statement.
  if (planned?.replacedCommand !== undefined) return reported
  const { position, ...found } = withClearMessage(
    {
      ...reported,
      context: error.where,
      internalQuery: error.internalQuery,
      internalPosition: number(error.internalPosition),
      position: number(error.position),
    },
    planned?.sql,
  )
  return {
    ...found,
    position: position && planned && positionInText(text, planned.statement, position),
  }
}

/** The end of a statement lies before the mark that was sent behind it. */
const positionInText = (text: string, { start, end }: PlannedStatement['statement'], position: number) =>
  Math.min(countCharacters(text, 0, start) + position, countCharacters(text, 0, end) + 1)

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** Rewords errors about the protocol or the connection, which callers do not know about. */
function withClearMessage(error: ServerError, statement: string | undefined): ServerError {
  const { severity, sqlstate, message, hint } = error
  if (statement && sqlstate === PROTOCOL_VIOLATION && message.startsWith('bind message supplies')) {
    const parameter = firstParameter(statement)
    return {
      severity,
      sqlstate: UNDEFINED_PARAMETER,
      message: `there is no parameter ${parameter?.text ?? '$1'}`,
      hint: 'Write the value itself in its place.',
      position: parameter && countCharacters(statement, 0, parameter.start) + 1,
    }
  }
  if (sqlstate === ACTIVE_SQL_TRANSACTION && message.endsWith('inside a transaction block'))
    return {
      ...error,
      hint: hint ?? 'Statements sent together are one transaction: run this one on its own.',
    }
  const absent = absentFile(message)
  if (absent) return { ...error, ...absent }
  if (sqlstate === ADMIN_SHUTDOWN)
    return {
      ...error,
      hint:
        hint ??
        'The connection of this query was ended in the database, by a command or because the server is shutting down.',
    }
  return error
}
