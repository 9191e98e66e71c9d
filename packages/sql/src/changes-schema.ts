import { Lexer, type SourceText } from './lexer.ts'
import { splitStatements } from './split-statements.ts'
import { commandOf } from './statement-command.ts'

/** Commands that change what a database contains besides rows, or run code that may. */
const CHANGING = new Set([
  'CREATE',
  'ALTER',
  'DROP',
  'COMMENT',
  'IMPORT',
  'GRANT',
  'REVOKE',
  'REASSIGN',
  'SECURITY',
  'DO',
  'CALL',
  'EXECUTE',
])

/**
 * Whether a script may change tables, views, their rights or descriptions, as far as its text shows: a function that a
 * query calls may do so as well. Linear.
 */
export const mayChangeSchema = (script: SourceText): boolean =>
  splitStatements(script).some(({ text }) => {
    const command = commandOf(text)
    return CHANGING.has(command) || ((command === 'SELECT' || command === 'EXPLAIN') && hasInto(text))
  })

/** `select … into new_table`, also inside EXPLAIN ANALYZE. */
function hasInto(statement: string): boolean {
  const lexer = new Lexer(statement)
  while (lexer.next())
    if (lexer.kind === 'word' && INTO.test(statement.slice(lexer.start, lexer.end))) return true
  return false
}

const INTO = /^(?:into|create)$/i
