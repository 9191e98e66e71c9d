import { Lexer } from '@basalt/sql/lexer.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { withoutHeader } from '../statement-header.ts'

/** A statement of a script that is read line by line. `line` is where it begins after its comments, from 1. */
export interface LineStatement {
  readonly text: string
  readonly line: number
}

/** psql reads rows after such a line, so that it has to be known at once whether it ends a statement. */
const MAY_PRECEDE_ROWS = /\bstdin\s*;/i

/** Characters of comments that are kept for the statement after them. */
const COMMENT_MAX = 2000

/** Collects lines into statements, with the comments before them. Text is scanned again only once it has doubled, so that long bodies cost little. */
export class StatementLines {
  #text = ''
  #line = 1
  #nextScan = 0
  /** What ends the string or comment that is open. */
  #delimiter: string | undefined
  /** What pg_dump says of an object has semicolons, but is no statement. */
  #comment = ''

  /** Characters that wait for the end of their statement. */
  get length() {
    return this.#text.length
  }

  /** Whether the next line begins a statement: only space and comments wait. To be called after `complete`. */
  isAtStart(): boolean {
    return this.#text.trim() === ''
  }

  /** The statements that are complete, whether or not a scan is due. */
  complete(): LineStatement[] {
    return this.#delimiter === undefined ? this.#take(false) : []
  }

  /** Adds a line with its line break. `number` is its own. Returns the statements that are complete now. */
  add(line: string, number: number): LineStatement[] {
    if (this.#text === '') this.#line = number
    this.#text += line
    if (this.#delimiter !== undefined) {
      if (!line.includes(this.#delimiter)) return []
      this.#delimiter = undefined
    }
    if (!line.includes(';')) return []
    if (this.#text.length < this.#nextScan && !MAY_PRECEDE_ROWS.test(line)) return []
    return this.#take(false)
  }

  /** What is left at the end of the script. */
  end(): LineStatement[] {
    return this.#take(true)
  }

  #take(isEnd: boolean): LineStatement[] {
    const statements = splitStatements(this.#text)
    const last = statements.at(-1)
    const isComplete = isEnd || last === undefined || /^\s*;/.test(this.#text.slice(last.end))
    const complete = isComplete ? statements : statements.slice(0, -1)
    const found = complete.map(({ text, start }, index) => {
      const begin = start + text.length - withoutLeadingComments(text).length
      const line = this.#line + lineBreaks(this.#text.slice(0, begin))
      return { text: index === 0 ? this.#comment + text : text, line }
    })
    if (statements.length > 0) this.#comment = ''
    else if (isComplete) this.#comment = (this.#comment + this.#text).slice(-COMMENT_MAX)
    const rest = isComplete ? '' : this.#text.slice(last!.start)
    this.#line += lineBreaks(this.#text.slice(0, this.#text.length - rest.length))
    this.#text = rest
    this.#nextScan = rest.length * 2
    this.#delimiter = openDelimiter(rest)
    return found
  }
}

const withoutLeadingComments = (text: string) => {
  const rest = withoutHeader(text)
  return text.slice(text.length - rest.length)
}

/** What ends the string, identifier or comment at the end of a text; undefined when none is open. */
function openDelimiter(text: string): string | undefined {
  const lexer = new Lexer(text)
  while (lexer.next());
  if (text === '' || lexer.isClosed) return undefined
  if (lexer.kind === 'comment') return '*/'
  if (lexer.kind === 'quoted') return '"'
  return /^\$[^$]*\$/.exec(text.slice(lexer.start))?.[0] ?? "'"
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
