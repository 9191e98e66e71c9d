import type { SourceText } from './lexer.ts'
import { commandOf } from './statement-command.ts'

const ROWLESS = new Set(
  (
    'INSERT UPDATE DELETE MERGE CREATE ALTER DROP COMMENT GRANT REVOKE TRUNCATE SET RESET DO LOCK ANALYZE REINDEX ' +
    'BEGIN START COMMIT END ROLLBACK SAVEPOINT RELEASE'
  ).split(' '),
)

/**
 * Whether a statement surely brings no rows, so that what follows it may be sent before it is answered. May be wrong
 * the safe way, for a word RETURNING in a string, and the other way only where a rule of a table makes a SELECT of it.
 */
export const isRowless = (statement: SourceText & Pick<string, 'search'>) =>
  ROWLESS.has(commandOf(statement)) && statement.search(/\breturning\b/i) < 0
