import { Lexer, type SourceText } from './lexer.ts'

/** The first `$1`, `$2` … of a statement and its index. */
export function firstParameter(statement: SourceText): { text: string; start: number } | undefined {
  const lexer = new Lexer(statement)
  while (lexer.next()) {
    const text = lexer.kind === 'number' ? statement.slice(lexer.start, lexer.end) : ''
    if (text.startsWith('$')) return { text, start: lexer.start }
  }
  return undefined
}
