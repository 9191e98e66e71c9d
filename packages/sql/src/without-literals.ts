import { Lexer, type SourceText } from './lexer.ts'

/** Replaces a string that was removed. */
const TAKEN_OUT = "'…'"

/**
 * The beginning of a script for a log, on one line: strings are replaced by `'…'` and comments left out, as both may
 * hold passwords and personal data. `maxLength` counts characters of the answer, which then ends in `…`.
 */
export function withoutLiterals(script: SourceText, maxLength: number): string {
  const lexer = new Lexer(script)
  let text = ''
  while (lexer.next()) {
    text = (text + shown(lexer, script, maxLength)).replace(/\s+$/, ' ').trimStart()
    if (text.length > maxLength) return `${text.slice(0, maxLength - 1).toWellFormed()}…`
  }
  return text.trimEnd()
}

function shown({ kind, start, end, isClosed }: Lexer, script: SourceText, maxLength: number) {
  if (kind === 'space' || kind === 'comment') return ' '
  if (kind === 'string' || !isClosed) return TAKEN_OUT
  return script.slice(start, Math.min(end, start + maxLength + 1))
}
