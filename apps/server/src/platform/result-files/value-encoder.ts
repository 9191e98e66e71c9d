import type { FileFormat } from '@basalt/sql/result-formats.ts'
import { WRITTEN_BARE } from '@basalt/sql/result-text.ts'
import type { GrowableBuffer } from './growable-buffer.ts'

/** A column: PostgreSQL's name of its type, and the type's id, or 0 for one that is built in. */
export interface FileColumn {
  readonly type: string
  readonly type_id: number
}

/** Writes the value that is UTF-8 text between two offsets of a buffer. */
export type ValueEncoder = (source: Buffer, from: number, to: number, out: GrowableBuffer) => void

/** Lower type ids are built in, with a known text format. User-defined types may print anything. */
const FIRST_USER_TYPE = 16_384
/** An int8 of at most this many digits is exact as a JavaScript number. */
const SAFE_DIGITS = 15

/**
 * Encodes a column's values from bytes to bytes, equivalent to `write`. Falls back to `write`, which needs a string,
 * only for rare values.
 */
export function valueEncoder(
  format: FileFormat,
  { type, type_id }: FileColumn,
  write: (text: string) => string,
): ValueEncoder {
  const asString: ValueEncoder = (source, from, to, out) =>
    out.addString(write(source.toString('utf8', from, to)))
  if (format === 'spreadsheet')
    return (source, from, to, out) =>
      (MAY_BEGIN_FORMULA.has(source[from]!) ? asString : csvValue)(source, from, to, out)
  const { special, others } = formats[format]
  const ofType = special[type]
  return !ofType ? others : type_id < FIRST_USER_TYPE ? ofType(asString) : asString
}

/** 0xef is the first byte of full-width characters. */
const MAY_BEGIN_FORMULA = new Set([...Buffer.from('=+-@\t\r\n'), 0xef])

/** How to treat a byte; 0 copies it. */
const ESCAPED = 1
const UNSUPPORTED = 2

interface EncoderOptions {
  readonly open?: string
  readonly close?: string
  /** Replacements of ASCII characters. */
  readonly escapes?: Readonly<Record<string, string>>
  /** ASCII characters that this encoder cannot write; values with any of them go to `fallback`. */
  readonly unsupported?: string
  /** Shorter and longer values go to `fallback`. */
  readonly minBytes?: number
  readonly maxBytes?: number
  readonly fallback?: ValueEncoder
}

function encoder({
  open = '',
  close = '',
  escapes = {},
  unsupported = '',
  ...more
}: EncoderOptions): ValueEncoder {
  const { minBytes = 0, maxBytes = Number.MAX_SAFE_INTEGER, fallback } = more
  const [prefix, suffix] = [Buffer.from(open), Buffer.from(close)]
  const replacements: (Buffer | undefined)[] = []
  const marks = new Uint8Array(256)
  for (const [character, text] of Object.entries(escapes)) {
    replacements[character.charCodeAt(0)] = Buffer.from(text)
    marks[character.charCodeAt(0)] = ESCAPED
  }
  for (const character of unsupported) marks[character.charCodeAt(0)] = UNSUPPORTED

  return (source, from, to, out) => {
    const start = out.length
    if (fallback && (to - from < minBytes || to - from > maxBytes)) return fallback(source, from, to, out)
    out.add(prefix)
    out.reserve(to - from)
    let { bytes, length: at } = out
    for (let index = from; index < to; index += 1) {
      const byte = source[index]!
      const mark = marks[byte]!
      if (mark === 0) bytes[at++] = byte
      else if (mark === UNSUPPORTED && fallback) {
        out.length = start
        return fallback(source, from, to, out)
      } else {
        out.length = at
        out.add(replacements[byte]!)
        out.reserve(to - index)
        bytes = out.bytes
        at = out.length
      }
    }
    out.length = at
    out.add(suffix)
  }
}
const verbatim = encoder({})
/** A JSON document without line breaks, which are outside of its strings. */
const verbatimLine = encoder({ escapes: { '\n': ' ', '\r': ' ' } })

/** Equivalent to JSON.stringify. */
const jsonString = encoder({
  open: '"',
  close: '"',
  escapes: Object.fromEntries(
    ['"', '\\', ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))].map((character) => [
      character,
      JSON.stringify(character).slice(1, -1),
    ]),
  ),
})

const csvQuoted = encoder({ open: '"', close: '"', escapes: { '"': '""' } })
const csvValue = encoder({ minBytes: 1, unsupported: '",\r\n', fallback: csvQuoted })

/** Equivalent to `quoteLiteral`. */
const literal = encoder({
  open: "'",
  close: "'",
  escapes: { "'": "''" },
  unsupported: '\\',
  fallback: encoder({ open: "E'", close: "'", escapes: { "'": "''", '\\': '\\\\' } }),
})
/** Without a minus sign, which could form a comment with a preceding one. */
const bareNumber = encoder({ minBytes: 1, unsupported: asciiBut('0123456789.eE+'), fallback: literal })

function asciiBut(characters: string) {
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  return all.filter((character) => !characters.includes(character)).join('')
}

const boolean: ValueEncoder = (source, from, _to, out) => out.add(source[from] === YES ? TRUE : FALSE)
const YES = 't'.charCodeAt(0)
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

interface FormatEncoders {
  /** By type name, for types not written like `others`; used for built-in types only. */
  readonly special: Readonly<Record<string, (asString: ValueEncoder) => ValueEncoder>>
  readonly others: ValueEncoder
}

/** NaN and Infinity are not JSON numbers. */
const jsonFloat = (asString: ValueEncoder) => encoder({ unsupported: 'NI', fallback: asString })

const jsonTypes: FormatEncoders['special'] = {
  bool: () => boolean,
  int2: () => verbatim,
  int4: () => verbatim,
  int8: (asString) => encoder({ maxBytes: SAFE_DIGITS, fallback: asString }),
  float4: jsonFloat,
  float8: jsonFloat,
  json: () => verbatim,
  jsonb: () => verbatim,
}

const formats: Record<Exclude<FileFormat, 'spreadsheet'>, FormatEncoders> = {
  csv: { special: {}, others: csvValue },
  json: { special: jsonTypes, others: jsonString },
  jsonl: { special: { ...jsonTypes, json: () => verbatimLine }, others: jsonString },
  sql: {
    special: {
      bool: () => boolean,
      ...Object.fromEntries([...WRITTEN_BARE].map((type) => [type, () => bareNumber])),
    },
    others: literal,
  },
}
