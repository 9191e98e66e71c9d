/** Types that values of a file can have, by PostgreSQL's names. */
export type InferredType =
  | 'bool'
  | 'int8'
  | 'numeric'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'jsonb'
  | 'text'

const INT8_MAX = 9_223_372_036_854_775_807n

const isInt8 = (text: string) => {
  if (!/^[-+]?(?:0|[1-9]\d{0,18})$/.test(text)) return false
  const value = BigInt(text.replace('+', ''))
  return value <= INT8_MAX && value >= -INT8_MAX - 1n
}

/** Digits that begin with 0 are a code, such as a postal code or a telephone number. */
const isNumeric = (text: string) =>
  /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?$/.test(text)

const isDate = (text: string) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) &&
    year !== '0000' &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  )
}

const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`
const TIMESTAMP = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[T ]${TIME}$`)
const TIMESTAMPTZ = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[T ]${TIME} ?(?:Z|[-+]\\d\\d(?::?\\d\\d)?)$`)
const hasDate = (pattern: RegExp) => (text: string) => isDate(pattern.exec(text)?.[1] ?? '')

const isDocument = (text: string) => {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** From narrow to wide. A column has the first type that all of its values fit. */
const types: readonly (readonly [InferredType, (text: string) => boolean])[] = [
  ['bool', (text) => /^(?:true|false)$/i.test(text)],
  ['int8', isInt8],
  ['numeric', isNumeric],
  ['date', isDate],
  ['timestamp', hasDate(TIMESTAMP)],
  ['timestamptz', hasDate(TIMESTAMPTZ)],
  ['uuid', (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  ['jsonb', isDocument],
]

/** The type that all of these values have; `text` when there is none, or no value. */
export function inferType(values: Iterable<string | null>): InferredType {
  let fitting = types
  let hasValue = false
  for (const value of values) {
    if (value === null) continue
    hasValue = true
    fitting = fitting.filter(([, fits]) => fits(value))
    if (fitting.length === 0) return 'text'
  }
  return hasValue ? fitting[0]![0] : 'text'
}

/**
 * Names for the columns of a new table, after those of a file: no two alike, none empty, none longer than the 63 bytes that
 * PostgreSQL keeps.
 */
export function columnNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = cut(name.replaceAll('\0', '').trim(), NAME_BYTES) || `column_${index + 1}`
    let free = wanted
    for (let count = 2; taken.has(free); count += 1)
      free = `${cut(wanted, NAME_BYTES - String(count).length - 1)}_${count}`
    taken.add(free)
    return free
  })
}

const NAME_BYTES = 63

function cut(text: string, bytes: number): string {
  let kept = ''
  let length = 0
  for (const character of text.toWellFormed()) {
    length += new TextEncoder().encode(character).length
    if (length > bytes) break
    kept += character
  }
  return kept
}

/** For each column, the place of the file's column with the same name, however it is spelled; undefined for none. */
export function matchNames(columns: readonly string[], names: readonly string[]): (number | undefined)[] {
  const used = new Set<number>()
  const finder = (form: (name: string) => string) => {
    const places = Map.groupBy(names.keys(), (place) => form(names[place]!))
    return (column: string) => {
      const place = places.get(form(column))?.find((each) => !used.has(each))
      if (place !== undefined) used.add(place)
      return place
    }
  }
  const exact = columns.map(finder((name) => name))
  const alike = finder(plain)
  return columns.map((column, index) => exact[index] ?? alike(column))
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
