import { Lexer, type SourceText } from './lexer.ts'

const MAIN_OF_WITH = new Set(['select', 'values', 'table', 'insert', 'update', 'delete', 'merge'])
const READS_LIKE_SELECT = new Set(['values', 'table'])

/**
 * The command tag that a statement will have, such as `SELECT` or `INSERT`: from its first word, or after WITH from the
 * first main verb outside parentheses. Empty when it starts with no word. For results without a command tag from the
 * server, such as truncated ones.
 */
export function commandOf(statement: SourceText): string {
  const lexer = new Lexer(statement)
  let parentheses = 0
  let isWith = false
  while (lexer.next()) {
    if (lexer.kind === 'symbol') {
      const symbol = statement.slice(lexer.start, lexer.end)
      if (isWith) parentheses += symbol === '(' ? 1 : symbol === ')' ? -1 : 0
    } else if (lexer.kind === 'word') {
      const word = statement.slice(lexer.start, lexer.end).toLowerCase()
      if (!isWith && word !== 'with') return tag(word)
      if (isWith && parentheses === 0 && MAIN_OF_WITH.has(word)) return tag(word)
      isWith = true
    } else if (lexer.kind !== 'space' && lexer.kind !== 'comment' && !isWith) return ''
  }
  return isWith ? 'SELECT' : ''
}

const tag = (word: string) => (READS_LIKE_SELECT.has(word) ? 'SELECT' : word.toUpperCase())
