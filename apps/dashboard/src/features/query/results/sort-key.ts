import { isNumericType } from '../../../ui/data-grid.rules.ts'
import { instant } from './instant.ts'

/** Reads the values of a column and says which of two rows comes first: below 0 the first. */
export type CompareRows = (a: number, b: number) => number

interface Values {
  readonly length: number
  at(row: number): string | null | undefined
}

const textOrder = new Intl.Collator('en')
/** Digits that a double holds exactly whatever they are. */
const EXACT_DIGITS = 15

/**
 * Orders rows by one column, as its type is meant and not as its text looks; NULL comes last upwards and first
 * downwards, as PostgreSQL has it. Each value is read once, before the first comparison.
 */
export function comparison(
  { type }: { readonly type: string },
  values: Values,
  rows: Uint32Array,
  direction: 'asc' | 'desc',
): CompareRows {
  const sign = direction === 'asc' ? 1 : -1
  const texts = new Array<string | null>(values.length)
  for (const row of rows) texts[row] = values.at(row) ?? null
  const compare = compareValues(type, texts, rows)
  return (a, b) => {
    const left = texts[a] ?? null
    const right = texts[b] ?? null
    if (left === null || right === null) return sign * (Number(left === null) - Number(right === null))
    return sign * compare(a, b, left, right)
  }
}

type CompareValues = (a: number, b: number, left: string, right: string) => number

function compareValues(type: string, texts: readonly (string | null)[], rows: Uint32Array): CompareValues {
  const measure = measureOf(type)
  if (!measure) return (_a, _b, left, right) => textOrder.compare(left, right)
  const keys = new Float64Array(texts.length)
  for (const row of rows) keys[row] = measure(texts[row] ?? '')
  return (a, b, left, right) => {
    const difference = keys[a]! - keys[b]!
    if (difference !== 0 && !Number.isNaN(difference)) return difference
    // NaN is above all numbers, as PostgreSQL has it; two infinities are equal.
    const bothNaN = Number(Number.isNaN(keys[a]!)) - Number(Number.isNaN(keys[b]!))
    if (bothNaN !== 0 || left === right || left.length <= EXACT_DIGITS) return bothNaN
    return isNumericType(type) ? compareDecimals(left, right) : left < right ? -1 : 1
  }
}

function measureOf(type: string): ((text: string) => number) | undefined {
  if (type === 'money') return (text) => Number(text.replace(/[^\d.-]/g, ''))
  if (isNumericType(type)) return Number
  if (type === 'bool') return (text) => (text === 't' ? 1 : 0)
  if (type === 'interval') return intervalSeconds
  if (type === 'date' || type.startsWith('timestamp')) return instant
  return undefined
}

const DAY = 86_400
/** As PostgreSQL compares intervals: a month is thirty days. */
const units: Record<string, number> = { year: 360 * DAY, mon: 30 * DAY, day: DAY }

/** Seconds of an interval as PostgreSQL prints it: `1 year 2 mons -3 days 04:05:06.7`. */
function intervalSeconds(text: string): number {
  let seconds = 0
  for (const [, amount, unit] of text.matchAll(/(-?\d+) (year|mon|day)s?/g))
    seconds += Number(amount) * units[unit!]!
  const [, sign, hours, minutes, rest] = /([-+]?)(\d+):(\d\d):([\d.]+)$/.exec(text) ?? []
  if (hours === undefined) return seconds
  const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return seconds + (sign === '-' ? -time : time)
}

/** Orders two decimal numbers that are the same for a double. */
function compareDecimals(left: string, right: string): number {
  const isNegative = left.startsWith('-')
  const [a, b] = [left, right].map((text) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    return { whole: whole.replace(/^0+/, ''), fraction: fraction.replace(/0+$/, '') }
  }) as [{ whole: string; fraction: string }, { whole: string; fraction: string }]
  const order =
    a.whole.length - b.whole.length || compareCodes(a.whole, b.whole) || compareCodes(a.fraction, b.fraction)
  return isNegative ? -order : order
}

const compareCodes = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
