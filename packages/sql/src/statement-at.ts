import type { SourceText } from './lexer.ts'
import { type Statement, splitStatements } from './split-statements.ts'

/**
 * The statement that somebody means whose cursor stands at an index: the last that begins before it or there, as the
 * one just written, otherwise the first. Undefined when the script has none.
 */
export function statementAt(script: SourceText, index: number): Statement | undefined {
  const statements = splitStatements(script)
  return statements.findLast(({ start }) => start <= index) ?? statements[0]
}
