import { type ParseSql, SqlSyntaxError } from '../parser/parsed-statement.ts'
import { statementOf } from '../parser/sql-node.ts'
import { splitStatements } from '../split-statements.ts'
import { withoutLiterals } from '../without-literals.ts'
import { statementTitle } from './statement-title.ts'

/** Statements that are looked at. */
const LOOKED_AT = 50
/** Characters of a statement that PostgreSQL does not understand. */
const UNREAD_LENGTH = 60
/** What prepares a script and is never what it is about. */
const PREPARES = new Set(['TransactionStmt', 'VariableSetStmt', 'DiscardStmt', 'LockStmt'])

/**
 * What a script does, in a few words for a list: from the first statement that does more than prepare, read by
 * PostgreSQL's own parser. SQL that it refuses is titled by its beginning. Empty for a script without statements.
 */
export function scriptTitle(script: string, parse: ParseSql): string {
  const pieces = splitStatements(script).slice(0, LOOKED_AT)
  const titles = pieces.flatMap(({ text }) => titleOfPiece(text, parse) ?? [])
  const [first, ...others] = titles
  if (first !== undefined) return others.length === 0 ? first : `${first} and ${others.length} more`
  return withoutLiterals(pieces[0]?.text ?? '', UNREAD_LENGTH)
}

function titleOfPiece(text: string, parse: ParseSql): string | undefined {
  try {
    const node = parse(text)[0]?.node
    return node && !PREPARES.has(statementOf(node).type) ? statementTitle(node) : undefined
  } catch (error) {
    if (error instanceof SqlSyntaxError) return undefined
    throw error
  }
}
