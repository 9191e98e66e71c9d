import { isRowless } from '@basalt/sql/rowless-statement.ts'
import type { Statement } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'

/** How a statement is run. */
export interface PlannedStatement {
  readonly statement: Statement
  /** What is sent: the statement, or the call of the guarded function that does what its role may not. */
  readonly sql: string
  /** The tag that is answered in place of that call's, whose own result is of no interest. */
  readonly standsFor: string | undefined
  readonly isRowless: boolean
}

const NEEDS_SUPERUSER = new Set(['CREATE', 'ALTER', 'DROP'])

export function planStatement(statement: Statement): PlannedStatement {
  const work = NEEDS_SUPERUSER.has(commandOf(statement.text)) ? superuserWork(statement.text) : undefined
  return {
    statement,
    sql: work?.call ?? statement.text,
    standsFor: work?.command,
    isRowless: isRowless(statement.text),
  }
}
