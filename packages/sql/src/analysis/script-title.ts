import { type ParseSql, SqlSyntaxError } from '../parser/parsed-statement.ts'
import { statementOf } from '../parser/sql-node.ts'
import { splitStatements } from '../split-statements.ts'
import { withoutLiterals } from '../without-literals.ts'
import { statementTitle } from './statement-title.ts'

/** The most statements considered. */
const STATEMENTS_MAX = 50

/** Characters of a title taken from SQL that could not be parsed. */
const UNPARSED_LENGTH = 60

/** Statements that only prepare others and give no title. */
const PREPARATIONS = new Set(['TransactionStmt', 'VariableSetStmt', 'DiscardStmt', 'LockStmt'])

/**
 * A short title for a script: from its first statement that is no preparation, parsed with PostgreSQL's own parser, else the
 * beginning of the SQL. Empty for a script without statements.
 */
export function scriptTitle(script: string, parse: ParseSql): string {
  const pieces = splitStatements(script).slice(0, STATEMENTS_MAX)
  const titles = pieces.flatMap(({ text }) => titleOfPiece(text, parse) ?? [])
  const [first, ...others] = titles
  if (first !== undefined) return others.length === 0 ? first : `${first} and ${others.length} more`
  return withoutLiterals(pieces[0]?.text ?? '', UNPARSED_LENGTH)
}

function titleOfPiece(text: string, parse: ParseSql): string | undefined {
  try {
    const node = parse(text)[0]?.node
    return node && !PREPARATIONS.has(statementOf(node).type) ? statementTitle(node) : undefined
  } catch (error) {
    if (error instanceof SqlSyntaxError) return undefined
    throw error
  }
}
