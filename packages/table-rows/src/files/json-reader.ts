import { beginningOf, FileError, RECORD_LENGTH_MAX, type ReadRecord, type RecordReader } from './record.ts'

/**
 * What a value of JSON becomes: `text`, a string as it is and anything else as JSON; `array`, an array of PostgreSQL;
 * `json`, JSON in any case, for columns of that type.
 */
export type JsonValueKind = 'text' | 'array' | 'json'

export interface JsonColumn {
  readonly key: string
  readonly as: JsonValueKind
}

/** Turns the text of one row into its values. */
export type ToRecord = (text: string, line: number) => ReadRecord

/** Each line has one object. Lines that do not are bad, and empty ones are left out. */
export class JsonLinesReader implements RecordReader {
  readonly #record: ToRecord
  #rest = ''
  #line = 0

  constructor(record: ToRecord) {
    this.#record = record
  }

  push(text: string): ReadRecord[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    mustBeShort(this.#rest, this.#line + 1)
    return lines.flatMap((line) => this.#read(line))
  }

  end(): ReadRecord[] {
    const last = this.#rest
    this.#rest = ''
    return this.#read(last)
  }

  #read(text: string): ReadRecord[] {
    this.#line += 1
    return text.trim() === '' ? [] : [this.#record(text, this.#line)]
  }
}

/** An array of objects, or objects one after the other. Their places count instead of lines, which they may share. */
export class JsonArrayReader implements RecordReader {
  readonly #record: ToRecord
  #rest = ''
  /** Where the search goes on in `rest`. */
  #at = 0
  #line = 1
  /** The object that has begun: where, and on which line. */
  #begun: { at: number; line: number } | undefined
  #depth = 0
  #isInString = false
  #hasArray = false
  #isOver = false
  #count = 0

  constructor(record: ToRecord) {
    this.#record = record
  }

  push(text: string): ReadRecord[] {
    this.#rest += text
    const records: ReadRecord[] = []
    const { length } = this.#rest
    let at = this.#at
    for (; at < length; at += 1) {
      const code = this.#rest.charCodeAt(at)
      if (code === NEW_LINE) this.#line += 1
      if (this.#isInString) {
        if (code === BACKSLASH) {
          // The escaped character may be in the next piece.
          if (at + 1 === length) break
          at += 1
        } else if (code === QUOTE) this.#isInString = false
      } else if (code === QUOTE && this.#depth > 0) this.#isInString = true
      else if (code === OPEN_BRACE || (code === OPEN_BRACKET && this.#depth > 0)) {
        if (this.#isOver) throw new FileError(`Something follows the end of the array on line ${this.#line}.`)
        if (this.#depth === 0) this.#begun = { at, line: this.#line }
        this.#depth += 1
      } else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && this.#depth > 0) {
        this.#depth -= 1
        if (this.#depth > 0) continue
        this.#count += 1
        records.push(this.#record(this.#rest.slice(this.#begun!.at, at + 1), this.#count))
        this.#begun = undefined
      } else if (this.#depth === 0) this.#between(code, at)
    }
    const kept = this.#begun?.at ?? at
    this.#rest = this.#rest.slice(kept)
    this.#at = at - kept
    if (this.#begun) this.#begun.at = 0
    mustBeShort(this.#rest, this.#begun?.line ?? this.#line)
    return records
  }

  end(): ReadRecord[] {
    if (this.#depth > 0)
      throw new FileError(`The file ends within the object that begins on line ${this.#begun!.line}.`)
    if (this.#hasArray && !this.#isOver) throw new FileError('The file ends before its array does.')
    return []
  }

  #between(code: number, at: number) {
    if (code === OPEN_BRACKET && !this.#hasArray) this.#hasArray = true
    else if (code === CLOSE_BRACKET && this.#hasArray && !this.#isOver) this.#isOver = true
    else if (code !== COMMA && code !== SPACE && code !== NEW_LINE && code !== RETURN && code !== TAB)
      throw new FileError(
        `Line ${this.#line} has ${this.#rest[at]} where an object should begin. A JSON file is an array of objects.`,
      )
  }
}

const codeOf = (character: string) => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map(codeOf)
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = ['{', '}', '[', ']'].map(codeOf)
const [SPACE, NEW_LINE, RETURN, TAB] = [' ', '\n', '\r', '\t'].map(codeOf)

function mustBeShort(rest: string, line: number) {
  if (rest.length > RECORD_LENGTH_MAX) throw new FileError(`The object on line ${line} does not end.`)
}

/** The values of an object's keys, in the order of the columns. */
export const jsonRecord =
  (columns: readonly JsonColumn[]): ToRecord =>
  (text, line) => {
    const parsed = parseObject(text)
    if (typeof parsed === 'string')
      return { line, column: null, value: beginningOf(text.trim()), reason: parsed }
    return { line, values: columns.map(({ key, as }) => valueText(ownOf(parsed, key), as)) }
  }

/** The keys of an object; none for what is not one. */
export function keysOf(text: string): string[] {
  const parsed = parseObject(text)
  return typeof parsed === 'string' ? [] : Object.keys(parsed)
}

/** The object, or a sentence that says what is wrong. */
function parseObject(text: string): Record<string, unknown> | string {
  let parsed: unknown
  try {
    parsed = parseExactly(text)
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}.`
  }
  return isObject(parsed) ? parsed : 'A row is an object, such as {"id": 1}.'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownOf = (object: Record<string, unknown>, key: string) =>
  Object.hasOwn(object, key) ? object[key] : null

/** Numbers that JavaScript may not keep as they are written. */
const INEXACT_NUMBER = /\d{16}|\d[.eE]|-0/

interface RawJson {
  readonly rawJSON: string
}
interface JsonWithSource {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown
}
const json = JSON as unknown as JsonWithSource

/** Numbers that would change keep their text, where the browser can tell it. */
function parseExactly(text: string): unknown {
  if (!INEXACT_NUMBER.test(text)) return JSON.parse(text)
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? json.rawJSON(context.source)
      : value,
  )
}

function valueText(value: unknown, as: JsonValueKind): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' && as !== 'json') return value
  if (Array.isArray(value) && as === 'array') return arrayText(value)
  return JSON.stringify(value)
}

/** PostgreSQL's text of an array. */
function arrayText(values: readonly unknown[]): string {
  const element = (value: unknown): string => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value)) return arrayText(value)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  }
  return `{${values.map(element).join(',')}}`
}
