import { Lexer, type SourceText } from './lexer.ts'
import { RoutineBody } from './routine-body.ts'

/** One statement of a script without its semicolon; `start` and `end` are UTF-16 indexes into the script. */
export interface Statement {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Cuts a script into statements at the semicolons where psql would: not inside strings, dollar quotes, comments,
 * parentheses (CREATE RULE holds a list of statements in them) or a BEGIN ATOMIC body. A comment before a statement
 * stays with it, because planner hints are written so; comments after it, and statements of nothing but comments,
 * are dropped. What does not end, such as an open quote, makes one last statement up to the end of the script, so
 * that the server is asked and says what is wrong in its own words.
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
    if (end >= 0) statements.push({ text: script.slice(start, end), start, end })
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
