import { hasClass, IDENTIFIER_PART, IDENTIFIER_START, SPACE } from './character-class.ts'

/** The methods of `string` that the lexer uses. */
export type SourceText = Pick<string, 'length' | 'charCodeAt' | 'indexOf' | 'slice'>

export type TokenKind = 'space' | 'comment' | 'word' | 'quoted' | 'string' | 'number' | 'symbol'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const DOUBLE_QUOTE = 0x22
const DOLLAR = 0x24
const AMPERSAND = 0x26
const QUOTE = 0x27
const STAR = 0x2a
const MINUS = 0x2d
const SLASH = 0x2f
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c

/**
 * Splits SQL into the tokens that decide where a statement ends, by PostgreSQL's lexical rules (scan.l, and chapter 4.1 of
 * its manual) with standard_conforming_strings on, the default.
 *
 * Call `next()` and read `kind`, `start` and `end`. Each character is read a bounded number of times and nothing is
 * allocated per token, so scripts of many megabytes are fine.
 */
export class Lexer {
  kind: TokenKind = 'space'
  start = 0
  end = 0
  /** False for an unterminated string, delimited identifier or comment. */
  isClosed = true
  readonly #text: SourceText

  constructor(text: SourceText) {
    this.#text = text
  }

  /** Moves to the next token; false when there is none. */
  next(): boolean {
    if (this.end >= this.#text.length) return false
    this.start = this.end
    this.isClosed = true
    this.#scan()
    return true
  }

  #scan() {
    const code = this.#at(this.start)
    if (hasClass(code, SPACE)) return this.#take('space', this.#skip(this.start, SPACE))
    if (hasClass(code, IDENTIFIER_START)) return this.#word()
    if (code === QUOTE) return this.#quoted('string', this.start + 1, QUOTE)
    if (code === DOUBLE_QUOTE) return this.#quoted('quoted', this.start + 1, DOUBLE_QUOTE)
    if (code === DOLLAR) return this.#dollar()
    if (code >= ZERO && code <= NINE) return this.#number()
    if (code === MINUS && this.#at(this.start + 1) === MINUS) return this.#lineComment()
    if (code === SLASH && this.#at(this.start + 1) === STAR) return this.#blockComment()
    this.#take('symbol', this.start + 1)
  }

  /** A bare word, or the letter that opens E'', B'', X'', N'' or U&'' or U&"". */
  #word() {
    const end = this.#skip(this.start, IDENTIFIER_PART)
    if (end > this.start + 1) return this.#take('word', end)
    const letter = this.#at(this.start) | 0x20
    if (letter === 0x65 && this.#at(end) === QUOTE) return this.#escapeString(end + 1)
    if (letter === 0x75 && this.#at(end) === AMPERSAND) {
      if (this.#at(end + 1) === QUOTE) return this.#quoted('string', end + 2, QUOTE)
      if (this.#at(end + 1) === DOUBLE_QUOTE) return this.#quoted('quoted', end + 2, DOUBLE_QUOTE)
    }
    // B'', X'' and N'' end where a plain string ends, so their letter may pass as a word.
    this.#take('word', end)
  }

  /** Up to the closing quote; a doubled quote counts as the end of one string and the start of the next. */
  #quoted(kind: 'string' | 'quoted', from: number, quote: number) {
    const close = this.#text.indexOf(quote === QUOTE ? "'" : '"', from)
    this.#take(kind, close + 1, close >= 0)
  }

  #escapeString(from: number) {
    let at = from
    while (at < this.#text.length) {
      const code = this.#at(at)
      if (code === BACKSLASH) at += 2
      else if (code !== QUOTE) at += 1
      else {
        const next = this.#at(at + 1) === QUOTE ? at + 2 : this.#continuation(at + 1)
        if (next === undefined) return this.#take('string', at + 1)
        at = next
      }
    }
    this.#take('string', 0, false)
  }

  /** The index at which a string continues after a line break: `E'a'` and `'b\''` on the next line are one E string. */
  #continuation(from: number): number | undefined {
    let at = from
    let sawLineBreak = false
    while (at < this.#text.length) {
      const code = this.#at(at)
      if (code === QUOTE) return sawLineBreak ? at + 1 : undefined
      if (code === MINUS && this.#at(at + 1) === MINUS) {
        while (at < this.#text.length && !isLineBreak(this.#at(at))) at += 1
      } else if (hasClass(code, SPACE)) {
        sawLineBreak ||= isLineBreak(code)
        at += 1
      } else return undefined
    }
    return undefined
  }

  /** `$1`, a `$$`- or `$tag$`-quoted string, or a lone dollar. */
  #dollar() {
    let at = this.start + 1
    const first = this.#at(at)
    if (first >= ZERO && first <= NINE) return this.#take('number', this.#skip(at, IDENTIFIER_PART, DOLLAR))
    if (hasClass(first, IDENTIFIER_START)) at = this.#skip(at, IDENTIFIER_PART, DOLLAR)
    if (this.#at(at) !== DOLLAR) return this.#take('symbol', this.start + 1)
    const delimiter = this.#text.slice(this.start, at + 1)
    const close = this.#text.indexOf(delimiter, at + 1)
    this.#take('string', close + delimiter.length, close >= 0)
  }

  /** Digits and adjacent letters, so that the e of `1e'x'` opens no string; a `$` after them may open one. */
  #number() {
    this.#take('number', this.#skip(this.start, IDENTIFIER_PART, DOLLAR))
  }

  #lineComment() {
    let at = this.start + 2
    while (at < this.#text.length && !isLineBreak(this.#at(at))) at += 1
    this.#take('comment', at)
  }

  #blockComment() {
    let depth = 1
    let at = this.start + 2
    while (at < this.#text.length) {
      const pair = this.#at(at) * 0x10000 + this.#at(at + 1)
      if (pair === SLASH * 0x10000 + STAR) depth += 1
      else if (pair === STAR * 0x10000 + SLASH) depth -= 1
      else {
        at += 1
        continue
      }
      at += 2
      if (depth === 0) return this.#take('comment', at)
    }
    this.#take('comment', 0, false)
  }

  #take(kind: TokenKind, end: number, isClosed = true) {
    this.kind = kind
    this.isClosed = isClosed
    this.end = isClosed ? end : this.#text.length
  }

  #skip(from: number, characterClass: number, except?: number) {
    let at = from
    while (at < this.#text.length && this.#at(at) !== except && hasClass(this.#at(at), characterClass))
      at += 1
    return at
  }

  /** The UTF-16 code at an index, or -1, which has no class, beyond the end. */
  #at(index: number) {
    return index < this.#text.length ? this.#text.charCodeAt(index) : -1
  }
}

const isLineBreak = (code: number) => code === LINE_FEED || code === CARRIAGE_RETURN
