import { DataApiError } from '../data-api-error.ts'

/** What ends an unquoted name. */
const NAME_END = /[.,:!()"\\]|->/

/** Reads a text from left to right. Throws PGRST100 with the position of unexpected input. */
export class Scanner {
  readonly text: string
  readonly what: string
  at = 0

  /** `what` names the part of the query in errors, such as `select`. */
  constructor(what: string, text: string) {
    this.what = what
    this.text = text
  }

  get isAtEnd() {
    return this.at >= this.text.length
  }

  peek(expected: string) {
    return this.text.startsWith(expected, this.at)
  }

  /** Consumes the expected text if it is next. */
  take(expected: string) {
    const found = this.peek(expected)
    if (found) this.at += expected.length
    return found
  }

  expect(expected: string) {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  /** Consumes what a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) return undefined
    this.at = pattern.lastIndex
    return found
  }

  rest() {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    return rest
  }

  expectEnd() {
    if (!this.isAtEnd) this.fail('end of input')
  }

  /** A name: bare, or in double quotes, where a backslash escapes the next character. */
  name(): string {
    if (this.peek('"')) return this.quoted()
    const from = this.at
    const rest = this.text.slice(from)
    const end = rest.search(NAME_END)
    this.at = end < 0 ? this.text.length : from + end
    // A name may contain spaces, but those around it do not count.
    const name = this.text.slice(from, this.at).trim()
    if (name !== '') return name
    this.at = from
    return this.fail('a name')
  }

  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.isAtEnd) {
      const character = this.text[this.at++]!
      if (character === '"') return value
      if (character !== '\\') value += character
      else if (this.isAtEnd) break
      else value += this.text[this.at++]!
    }
    return this.fail('a closing quote')
  }

  spaces() {
    while (this.text[this.at] === ' ') this.at++
  }

  fail(expected: string): never {
    const found = this.isAtEnd
      ? 'end of input'
      : JSON.stringify([...this.text.slice(this.at, this.at + 2)][0])
    throw new DataApiError(
      'PGRST100',
      `"failed to parse ${this.what} (${this.excerpt()})" (line 1, column ${this.at + 1})`,
      {
        details: `unexpected ${found} expecting ${expected}`,
      },
    )
  }

  private excerpt() {
    return this.text.length > 200 ? `${this.text.slice(0, 200)}…` : this.text
  }
}
