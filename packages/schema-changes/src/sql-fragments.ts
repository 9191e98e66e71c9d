import { Lexer } from '@basalt/sql/lexer.ts'

/**
 * Why a text is not one expression or type name by itself, or undefined when it can stand inside a statement without
 * ending it: nothing is left open, and nothing separates it into two.
 */
export function fragmentProblem(text: string): string | undefined {
  const lexer = new Lexer(text)
  const open: string[] = []
  let hasContent = false
  while (lexer.next()) {
    if (!lexer.isClosed) return 'A quote or comment is not closed.'
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    hasContent = true
    if (lexer.kind !== 'symbol') continue
    const symbol = text[lexer.start]!
    if (symbol === '(' || symbol === '[') open.push(symbol)
    else if (symbol === ')' || symbol === ']') {
      if (open.pop() !== (symbol === ')' ? '(' : '[')) return `There is a ${symbol} too many.`
    } else if (open.length === 0 && (symbol === ';' || symbol === ','))
      return `A ${symbol === ';' ? 'semicolon' : 'comma'} cannot stand here.`
    else if (symbol === ';') return 'A semicolon cannot stand here.'
  }
  if (open.length > 0) return `A ${open.at(-1)} is not closed.`
  if (!hasContent) return 'Enter an expression.'
  return undefined
}

/** An expression in parentheses; one that ends in a line comment keeps its closing parenthesis. */
export function parenthesized(expression: string): string {
  const text = expression.trim()
  return endsInLineComment(text) ? `(${text}\n)` : `(${text})`
}

function endsInLineComment(text: string) {
  const lexer = new Lexer(text)
  let isComment = false
  while (lexer.next()) isComment = lexer.kind === 'comment' && text.startsWith('--', lexer.start)
  return isComment
}

/** The names of the functions that an expression calls, without schemas, as PostgreSQL stores them. */
export function calledFunctions(expression: string): string[] {
  const names = new Set<string>()
  const lexer = new Lexer(expression)
  let last: string | undefined
  while (lexer.next()) {
    const text = expression.slice(lexer.start, lexer.end)
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    if (lexer.kind === 'word') last = text.toLowerCase()
    else if (lexer.kind === 'quoted' && text.startsWith('"')) last = text.slice(1, -1).replaceAll('""', '"')
    else {
      if (text === '(' && last !== undefined) names.add(last)
      last = undefined
    }
  }
  return [...names]
}
