import { isRowless } from '@basalt/sql/rowless-statement.ts'
import type { Statement } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { superuserWork } from '@basalt/sql/superuser-work.ts'
import { DASHBOARD_MARK } from '../../../platform/project-databases/sql/dashboard-mark.ts'

/** How a statement is run. */
export interface PlannedStatement {
  readonly statement: Statement
  /** The statement with its mark, or a call of the guarded function that does what the role itself may not. */
  readonly sql: string
  /** The command tag to report instead of that call's, whose own result is hidden. */
  readonly replacedCommand: string | undefined
  readonly isRowless: boolean
}

const NEEDS_SUPERUSER = new Set(['CREATE', 'ALTER', 'DROP', 'COMMENT'])

export function planStatement(statement: Statement): PlannedStatement {
  const work = NEEDS_SUPERUSER.has(commandOf(statement.text)) ? superuserWork(statement.text) : undefined
  return {
    statement,
    // What is not closed would take the mark for a part of it.
    sql: work?.call ?? (statement.isOpen ? statement.text : statement.text + DASHBOARD_MARK),
    replacedCommand: work?.command,
    isRowless: isRowless(statement.text),
  }
}
