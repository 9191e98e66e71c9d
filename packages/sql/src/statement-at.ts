import type { SourceText } from './lexer.ts'
import { type Statement, splitStatements } from './split-statements.ts'

/**
 * The statement at a cursor: the last one that starts at or before the index, otherwise the first. Undefined when the
 * script has none.
 */
export function statementAt(script: SourceText, index: number): Statement | undefined {
  const statements = splitStatements(script)
  return statements.findLast(({ start }) => start <= index) ?? statements[0]
}
