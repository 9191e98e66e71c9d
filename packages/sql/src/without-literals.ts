import { Lexer, type SourceText } from './lexer.ts'

/** Replaces a string that was removed. */
const REMOVED = "'…'"

/**
 * The beginning of a script for a log, on one line: strings are replaced by `'…'` and comments dropped, as both may hold
 * passwords and personal data. The result is truncated to `maxLength` characters and then ends in `…`.
 */
export function withoutLiterals(script: SourceText, maxLength: number): string {
  const lexer = new Lexer(script)
  let text = ''
  while (lexer.next()) {
    text = (text + logged(lexer, script, maxLength)).replace(/\s+$/, ' ').trimStart()
    if (text.length > maxLength) return `${text.slice(0, maxLength - 1).toWellFormed()}…`
  }
  return text.trimEnd()
}

function logged({ kind, start, end, isClosed }: Lexer, script: SourceText, maxLength: number) {
  if (kind === 'space' || kind === 'comment') return ' '
  if (kind === 'string' || !isClosed) return REMOVED
  return script.slice(start, Math.min(end, start + maxLength + 1))
}
