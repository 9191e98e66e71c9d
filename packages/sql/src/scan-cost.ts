import { Lexer } from './lexer.ts'

/**
 * PostgreSQL's lexer reads a comment's opening together with all operator characters behind it, and gives all but the
 * opening back (scan.l, `xcstart` and `operator`). In a run of n such characters it thereby reads up to n² of them,
 * in a loop that no cancel and no terminate interrupts: half a million times an opening takes hours. It reads roughly
 * 500 million characters a second, so a text that costs more than this keeps its backend for a tenth of a second.
 */
export const REREAD_CHARACTERS_MAX = 50_000_000

/** The deepest nesting of comments; each level costs the server memory. */
export const COMMENT_DEPTH_MAX = 1_000

/** A shorter run is a name or an operator like any other. */
const SHORT_RUN = 64

export interface ScanProblem {
  readonly message: string
  /** UTF-16 index of the comment or of the operator. */
  readonly at: number
}

/** Why a text must not be sent to PostgreSQL; undefined for any ordinary text. Linear in its length. */
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
          message: `This comment has more than ${COMMENT_DEPTH_MAX} comments open in it. Close it, or remove it.`,
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
          'PostgreSQL would be busy for minutes with reading this text, and could not be stopped: it has too many operator characters in a row. Remove them.',
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

/** How deep comments are nested, and how many characters are reread for their openings. */
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
