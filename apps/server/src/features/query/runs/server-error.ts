import { countCharacters } from '@basalt/sql/characters.ts'
import { firstParameter } from '@basalt/sql/first-parameter.ts'
import type { ServerError } from '@basalt/sql/format-error.ts'
import pg from 'pg'
import type { PlannedStatement } from './planned-statement.ts'

const ACTIVE_SQL_TRANSACTION = '25001'
const PROTOCOL_VIOLATION = '08P01'
const UNDEFINED_PARAMETER = '42P02'
const ADMIN_SHUTDOWN = '57P01'

/**
 * The driver's error message as the error it stands for, its position moved from the statement into the whole text.
 * Undefined for what the server did not say, such as a lost connection.
 */
export function serverError(error: Error, text: string, planned?: PlannedStatement): ServerError | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  const said = {
    severity: error.severity ?? 'ERROR',
    sqlstate: error.code,
    message: error.message,
    detail: error.detail,
    hint: error.hint,
  }
  // Where in the function that stands for a statement it failed says nothing to who wrote the statement.
  if (planned?.standsFor !== undefined) return said
  const { position, ...found } = inTermsOfTheText(
    {
      ...said,
      context: error.where,
      internalQuery: error.internalQuery,
      internalPosition: number(error.internalPosition),
      position: number(error.position),
    },
    planned?.sql,
  )
  return {
    ...found,
    position: position && planned && countCharacters(text, 0, planned.statement.start) + position,
  }
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** Words where the server speaks of its protocol or of a connection, which the caller knows nothing of. */
function inTermsOfTheText(error: ServerError, statement: string | undefined): ServerError {
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
  if (sqlstate === ADMIN_SHUTDOWN)
    return {
      ...error,
      hint:
        hint ?? 'The connection of this query was ended in the database, by a command or because it stops.',
    }
  return error
}
