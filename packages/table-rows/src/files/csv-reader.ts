import { beginningOf, FileError, RECORD_LENGTH_MAX, type ReadRecord, type RecordReader } from './record.ts'

/** How values that stand for NULL look. */
export interface NullRule {
  /** `bare`: an empty value without quotes, as COPY writes it; `all`: also a quoted one; `none`: no empty value. */
  readonly empty: 'bare' | 'all' | 'none'
  /** A text without quotes that is NULL too, such as `NULL` or `\N`; '' for none. */
  readonly text: string
}

export interface CsvFormat {
  readonly delimiter: string
  readonly nulls: NullRule
  /** Whether the first row has the names of the columns; it is returned like the others. */
  readonly lineEnd?: '\n' | '\r'
}

const QUOTE = '"'

/**
 * Reads delimited text as RFC 4180 and COPY write it. A quote has a meaning only at the beginning of a value, so that
 * unquoted JSON and inches stay as they are. Empty lines are left out, unless rows have a single column. Rows with another
 * number of values than the first are bad.
 */
export class CsvReader implements RecordReader {
  readonly #delimiter: string
  readonly #lineEnd: string
  readonly #nulls: NullRule
  #rest = ''
  #line = 1
  #width: number | undefined
  #at = 0
  /** Where the next quote is, looked for once and not for each row. */
  #quoteAt = 0

  constructor({ delimiter, nulls, lineEnd = '\n' }: CsvFormat) {
    this.#delimiter = delimiter
    this.#nulls = nulls
    this.#lineEnd = lineEnd
  }

  push(text: string): ReadRecord[] {
    return this.#read(this.#rest + text, false)
  }

  end(): ReadRecord[] {
    return this.#read(this.#rest, true)
  }

  #read(text: string, isEnd: boolean): ReadRecord[] {
    const records: ReadRecord[] = []
    this.#at = 0
    this.#quoteAt = text.indexOf(QUOTE)
    while (this.#at < text.length) {
      const start = this.#at
      const line = this.#line
      const record = this.#record(text, isEnd)
      if (record === undefined) {
        this.#at = start
        this.#line = line
        break
      }
      if (record !== null) records.push(record)
    }
    this.#rest = text.slice(this.#at)
    if (this.#rest.length > RECORD_LENGTH_MAX)
      throw new FileError(
        `The row on line ${this.#line} does not end. A quote that is never closed is a common cause.`,
      )
    return records
  }

  /** The next row; null for an empty line, undefined while it is incomplete. */
  #record(text: string, isEnd: boolean): ReadRecord | null | undefined {
    const start = this.#at
    const line = this.#line
    const found = text.indexOf(this.#lineEnd, start)
    const lineEnds = found === -1 ? text.length : found
    if (this.#quoteAt !== -1 && this.#quoteAt < start) this.#quoteAt = text.indexOf(QUOTE, start)
    if (this.#quoteAt === -1 || this.#quoteAt > lineEnds) {
      if (found === -1 && !isEnd) return undefined
      this.#at = lineEnds + 1
      this.#line += 1
      const bare = withoutReturn(text.slice(start, lineEnds))
      if (bare === '' && this.#width !== 1) return null
      const values: (string | null)[] = bare.split(this.#delimiter)
      for (let place = 0; place < values.length; place += 1) values[place] = this.#bare(values[place]!)
      return this.#checked(line, values)
    }
    return this.#quotedRecord(text, isEnd, line)
  }

  #quotedRecord(text: string, isEnd: boolean, line: number): ReadRecord | undefined {
    const values: (string | null)[] = []
    let problem: string | undefined
    let at = this.#at
    for (;;) {
      if (text[at] === QUOTE) {
        let value = ''
        let from = at + 1
        for (;;) {
          const close = text.indexOf(QUOTE, from)
          if (close === -1 || (close === text.length - 1 && !isEnd)) {
            if (!isEnd) return undefined
            problem = 'A quote is not closed before the end of the file.'
            value += text.slice(from)
            at = text.length
            break
          }
          value += text.slice(from, close)
          if (text[close + 1] !== QUOTE) {
            at = close + 1
            break
          }
          value += QUOTE
          from = close + 2
        }
        for (let place = value.indexOf('\n'); place !== -1; place = value.indexOf('\n', place + 1))
          this.#line += 1
        values.push(value === '' && this.#nulls.empty === 'all' ? null : value)
        const end = this.#endOfValue(text, at)
        if (end === text.length && !isEnd) return undefined
        const after = withoutReturn(text.slice(at, end))
        if (after !== '') problem ??= `${beginningOf(after)} follows a closing quote.`
        at = end
      } else {
        const end = this.#endOfValue(text, at)
        if (end === text.length && !isEnd) return undefined
        const isLast = text[end] !== this.#delimiter
        values.push(this.#bare(isLast ? withoutReturn(text.slice(at, end)) : text.slice(at, end)))
        at = end
      }
      if (text[at] === this.#delimiter) at += 1
      else break
    }
    this.#at = at + 1
    this.#line += 1
    if (problem !== undefined) return { line, column: null, value: null, reason: problem }
    return this.#checked(line, values)
  }

  /** Where an unquoted value ends: at a delimiter, a line end, or the end of the text. */
  #endOfValue(text: string, from: number): number {
    let at = from
    while (at < text.length && text[at] !== this.#delimiter && text[at] !== this.#lineEnd) at += 1
    return at
  }

  #bare(value: string): string | null {
    if (value === '') return this.#nulls.empty === 'none' ? value : null
    return value === this.#nulls.text ? null : value
  }

  #checked(line: number, values: (string | null)[]): ReadRecord {
    this.#width ??= values.length
    if (values.length === this.#width) return { line, values }
    const many = (count: number) => (count === 1 ? '1 value' : `${count} values`)
    return {
      line,
      column: null,
      value: null,
      reason: `The line has ${many(values.length)} instead of ${this.#width}.`,
    }
  }
}

const withoutReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text)
