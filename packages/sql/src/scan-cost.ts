import { Lexer } from './lexer.ts'

/**
 * PostgreSQL's lexer reads the opening of a comment together with all operator characters after it, then backtracks to the
 * opening (scan.l, `xcstart` and `operator`). A run of n such characters costs up to n² reads, in a loop that neither
 * cancel nor terminate interrupts: half a million openings take hours. At roughly 500 million characters per second, this
 * limit occupies a backend for a tenth of a second.
 */
export const REREAD_CHARACTERS_MAX = 50_000_000

/** The deepest nesting of comments; each level costs the server memory. */
export const COMMENT_DEPTH_MAX = 1_000

/** Shorter runs are ordinary operators. */
const SHORT_RUN = 64

export interface ScanProblem {
  readonly message: string
  /** UTF-16 index of the comment or of the operator. */
  readonly at: number
}

/** Why a text must not be sent to PostgreSQL; undefined if it is safe. Linear in its length. */
export function scanProblem(text: string): ScanProblem | undefined {
  const lexer = new Lexer(text)
  let reread = 0
  let runEnd = 0
  while (lexer.next()) {
    const { kind, start, end } = lexer
    if (kind === 'comment' && text.charCodeAt(start) === SLASH) {
      const { depth, cost } = commentCost(text, start, end)
      if (depth > COMMENT_DEPTH_MAX)
        return {
          message: `This comment contains more than ${COMMENT_DEPTH_MAX} nested comments. Close them, or remove it.`,
          at: start,
        }
      reread += cost
    } else if (kind === 'symbol' && start >= runEnd) {
      runEnd = operatorEnd(text, start)
      const length = runEnd - start
      if (length > SHORT_RUN) reread += (length * length) / 2
    }
    if (reread > REREAD_CHARACTERS_MAX)
      return {
        message:
          'This text has too many operator characters in a row. PostgreSQL would parse it for minutes and could not be cancelled. Remove them.',
        at: start,
      }
  }
  return undefined
}

const SLASH = 0x2f
const STAR = 0x2a
const OPERATOR = new Set([...'~!@#^&|`?+-*/%<>='].map((character) => character.charCodeAt(0)))

function operatorEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && OPERATOR.has(text.charCodeAt(at))) at += 1
  return at
}

/** The nesting depth of a comment, and the number of characters reread for its openings. */
function commentCost(text: string, start: number, end: number) {
  let depth = 0
  let deepest = 0
  let cost = 0
  let runEnd = 0
  let at = start
  while (at < end) {
    const code = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    if (code === SLASH && next === STAR) {
      if (runEnd < at + 2) runEnd = operatorEnd(text, at)
      depth += 1
      deepest = Math.max(deepest, depth)
      cost += runEnd - at
      at += 2
    } else if (code === STAR && next === SLASH) {
      depth -= 1
      at += 2
    } else at += 1
  }
  return { depth: deepest, cost }
}
