import { Lexer, type SourceText } from './lexer.ts'
import { RoutineBody } from './routine-body.ts'

/** One statement of a script without its semicolon; `start` and `end` are UTF-16 indexes into the script. */
export interface Statement {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Set for a last statement with something unterminated. */
  readonly isOpen?: true
}

/**
 * Splits a script into statements at the same semicolons as psql: not inside strings, dollar quotes, comments, parentheses
 * (which in CREATE RULE hold a list of statements) or a BEGIN ATOMIC body. A comment before a statement belongs to it,
 * because it may be a planner hint; comments after it, and statements of nothing but comments, are dropped. Anything
 * unterminated, such as an open quote, becomes the last statement, so that the server reports the error.
 *
 * Linear in the length of the script.
 */
export function splitStatements(script: SourceText): Statement[] {
  const statements: Statement[] = []
  const lexer = new Lexer(script)
  let start = -1
  let end = -1
  let parentheses = 0
  let body = new RoutineBody()

  const finish = () => {
    if (end >= 0) {
      const statement = { text: script.slice(start, end), start, end }
      statements.push(lexer.isClosed ? statement : { ...statement, isOpen: true })
    }
    start = -1
    end = -1
    parentheses = 0
    body = new RoutineBody()
  }

  while (lexer.next()) {
    if (lexer.kind === 'space') continue
    const symbol = lexer.kind === 'symbol' ? script.charCodeAt(lexer.start) : 0
    if (symbol === SEMICOLON && parentheses === 0 && !body.isOpen) {
      finish()
      continue
    }
    if (start < 0) start = lexer.start
    if (lexer.kind === 'comment' && lexer.isClosed) continue
    end = lexer.end
    if (symbol === OPEN) parentheses += 1
    else if (symbol === CLOSE && parentheses > 0) parentheses -= 1
    else if (lexer.kind === 'word' && parentheses === 0) body.word(script, lexer.start, lexer.end)
  }
  finish()
  return statements
}

const SEMICOLON = 0x3b
const OPEN = 0x28
const CLOSE = 0x29
