import { missingPartReasons } from '@basalt/contract/ledger/ledger.rules.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { AppError } from '../../http/app-error.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { StoredChange } from '../ledger/ledger.port.ts'

/**
 * The statements that make changes again, in order. A change that was made as another role, or with settings of its own,
 * does not affect those after it. Throws `validation_failed` for a change that cannot be made again from its SQL.
 */
export function changesAsStatements(changes: readonly StoredChange[]): string[] {
  return changes.flatMap((change) => {
    const { sql, role, outcome, missing } = change
    if (outcome !== 'done')
      throw new AppError('validation_failed', `Leave out the change that failed: ${beginning(sql)}`)
    if (missing !== null)
      throw new AppError('validation_failed', `${missingPartReasons[missing]} Leave out: ${beginning(sql)}`)
    const statements = splitStatements(sql).map(({ text }) => text)
    const hasSettings = statements.some((text) => commandOf(text) === 'SET')
    const isOfOther = role !== USER_ROLE
    return [
      ...(isOfOther ? [`set role ${quoteIdentifier(role)}`] : []),
      ...statements,
      ...(hasSettings ? ['reset all'] : []),
      ...(isOfOther ? ['reset role'] : []),
    ]
  })
}

const BEGINNING = 80

const beginning = (sql: string) =>
  sql.length > BEGINNING ? `${sql.slice(0, BEGINNING).toWellFormed()}…` : sql
