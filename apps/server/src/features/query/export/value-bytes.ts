import type { ExportFormat, ResultField } from '@basalt/contract/query/query.schema.ts'
import { WRITTEN_BARE } from '@basalt/sql/result-text.ts'
import type { ByteText } from './byte-text.ts'

/** Writes the value that stands as UTF-8 between two places of a buffer. */
export type ValueBytes = (source: Buffer, from: number, to: number, out: ByteText) => void

/** The types below it are PostgreSQL's own: it is known what they print. One of a user's own may print anything. */
const FIRST_TYPE_OF_USERS = 16_384
/** An int8 of so few digits is one that JavaScript's numbers hold exactly. */
const SAFE_DIGITS = 15

/**
 * How a column's values are written from bytes to bytes, the same as `write` does it: a string is made of a value
 * only where that is seldom needed.
 */
export function valueBytes(
  format: ExportFormat,
  { type, type_id }: ResultField,
  write: (text: string) => string,
): ValueBytes {
  const asString: ValueBytes = (source, from, to, out) =>
    out.addString(write(source.toString('utf8', from, to)))
  if (format === 'spreadsheet')
    return (source, from, to, out) =>
      (MAY_BEGIN_FORMULA.has(source[from]!) ? asString : csvValue)(source, from, to, out)
  const { special, others } = formats[format]
  const ofType = special[type]
  return !ofType ? others : type_id < FIRST_TYPE_OF_USERS ? ofType(asString) : asString
}

/** The last is the first byte of the full-width characters. */
const MAY_BEGIN_FORMULA = new Set([...Buffer.from('=+-@\t\r\n'), 0xef])

/** What is to be done with a byte; 0 is nothing. */
const ESCAPED = 1
const REFUSED = 2

interface Way {
  readonly open?: string
  readonly close?: string
  /** What is written in place of an ASCII character. */
  readonly instead?: Readonly<Record<string, string>>
  /** The ASCII characters of which a value may have none, if it is to be written in this way … */
  readonly without?: string
  /** … and how few and how many bytes it may have. */
  readonly atLeast?: number
  readonly atMost?: number
  /** How the others are written. */
  readonly otherwise?: ValueBytes
}

function inWay({ open = '', close = '', instead = {}, without = '', ...more }: Way): ValueBytes {
  const { atLeast = 0, atMost = Number.MAX_SAFE_INTEGER, otherwise } = more
  const [before, behind] = [Buffer.from(open), Buffer.from(close)]
  const escapes: (Buffer | undefined)[] = []
  const marks = new Uint8Array(256)
  for (const [character, text] of Object.entries(instead)) {
    escapes[character.charCodeAt(0)] = Buffer.from(text)
    marks[character.charCodeAt(0)] = ESCAPED
  }
  for (const character of without) marks[character.charCodeAt(0)] = REFUSED

  return (source, from, to, out) => {
    const start = out.length
    if (otherwise && (to - from < atLeast || to - from > atMost)) return otherwise(source, from, to, out)
    out.add(before)
    out.reserve(to - from)
    let { bytes, length: at } = out
    for (let index = from; index < to; index += 1) {
      const byte = source[index]!
      const mark = marks[byte]!
      if (mark === 0) bytes[at++] = byte
      else if (mark === REFUSED && otherwise) {
        out.length = start
        return otherwise(source, from, to, out)
      } else {
        out.length = at
        out.add(escapes[byte]!)
        out.reserve(to - index)
        bytes = out.bytes
        at = out.length
      }
    }
    out.length = at
    out.add(behind)
  }
}
const asItIs = inWay({})

/** As JSON.stringify writes it. */
const jsonString = inWay({
  open: '"',
  close: '"',
  instead: Object.fromEntries(
    ['"', '\\', ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))].map((character) => [
      character,
      JSON.stringify(character).slice(1, -1),
    ]),
  ),
})

const csvQuoted = inWay({ open: '"', close: '"', instead: { '"': '""' } })
const csvValue = inWay({ atLeast: 1, without: '",\r\n', otherwise: csvQuoted })

/** As `quoteLiteral` writes it. */
const literal = inWay({
  open: "'",
  close: "'",
  instead: { "'": "''" },
  without: '\\',
  otherwise: inWay({ open: "E'", close: "'", instead: { "'": "''", '\\': '\\\\' } }),
})
/** No minus: the literal may come to stand behind another. */
const bareNumber = inWay({ atLeast: 1, without: asciiBut('0123456789.eE+'), otherwise: literal })

function asciiBut(characters: string) {
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  return all.filter((character) => !characters.includes(character)).join('')
}

const boolean: ValueBytes = (source, from, _to, out) => out.add(source[from] === YES ? TRUE : FALSE)
const YES = 't'.charCodeAt(0)
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

interface FormatBytes {
  /** By the types that are not written as `others` are, each with what is right for every value. */
  readonly special: Readonly<Record<string, (asString: ValueBytes) => ValueBytes>>
  readonly others: ValueBytes
}

/** NaN and Infinity are no numbers in JSON. */
const jsonFloat = (asString: ValueBytes) => inWay({ without: 'NI', otherwise: asString })

const formats: Record<Exclude<ExportFormat, 'spreadsheet'>, FormatBytes> = {
  csv: { special: {}, others: csvValue },
  json: {
    special: {
      bool: () => boolean,
      int2: () => asItIs,
      int4: () => asItIs,
      int8: (asString) => inWay({ atMost: SAFE_DIGITS, otherwise: asString }),
      float4: jsonFloat,
      float8: jsonFloat,
      json: () => asItIs,
      jsonb: () => asItIs,
    },
    others: jsonString,
  },
  sql: {
    special: {
      bool: () => boolean,
      ...Object.fromEntries([...WRITTEN_BARE].map((type) => [type, () => bareNumber])),
    },
    others: literal,
  },
}
