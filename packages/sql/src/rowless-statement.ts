import type { SourceText } from './lexer.ts'
import { commandOf } from './statement-command.ts'

const ROWLESS = new Set(
  (
    'INSERT UPDATE DELETE MERGE CREATE ALTER DROP COMMENT GRANT REVOKE TRUNCATE SET RESET DO LOCK ANALYZE REINDEX ' +
    'BEGIN START COMMIT END ROLLBACK SAVEPOINT RELEASE'
  ).split(' '),
)

/**
 * Whether a statement certainly returns no rows, so that the next one can be pipelined. Errs on the safe side for the word
 * RETURNING in a string; the only false positive is a table with a rule that turns the statement into a SELECT.
 */
export const isRowless = (statement: SourceText & Pick<string, 'search'>) =>
  ROWLESS.has(commandOf(statement)) && statement.search(/\breturning\b/i) < 0
