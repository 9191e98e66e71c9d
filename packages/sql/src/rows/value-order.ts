import { instant } from './instant.ts'

/** A comparator for two values of a column and their measures. */
export type CompareValues = (
  left: string | null,
  right: string | null,
  leftMeasure: number,
  rightMeasure: number,
) => number

/** The order of a column's values by its type rather than their text. */
export interface ValueOrder {
  /** A number that is compared first; computed once per value. Undefined for text. */
  readonly measure: ((text: string) => number) | undefined
  readonly compare: CompareValues
}

const textOrder = new Intl.Collator('en')
/** Any decimal with this many digits is exact as a double. */
const EXACT_DIGITS = 15

/** The order for PostgreSQL's name of a type. As in PostgreSQL, NULL comes last ascending and first descending. */
export function valueOrder(type: string, direction: 'asc' | 'desc'): ValueOrder {
  const sign = direction === 'asc' ? 1 : -1
  const measure = measureOf(type)
  const compare = measure ? comparedByMeasure(type) : textOrder.compare
  return {
    measure,
    compare: (left, right, leftMeasure, rightMeasure) =>
      left === null || right === null
        ? sign * (Number(left === null) - Number(right === null))
        : sign * compare(left, right, leftMeasure, rightMeasure),
  }
}

function comparedByMeasure(type: string) {
  const isDecimal = decimals.has(type)
  return (left: string, right: string, leftMeasure: number, rightMeasure: number) => {
    const difference = leftMeasure - rightMeasure
    if (difference !== 0 && !Number.isNaN(difference)) return difference
    // As in PostgreSQL, NaN is above all numbers and equal infinities are equal.
    const bothNaN = Number(Number.isNaN(leftMeasure)) - Number(Number.isNaN(rightMeasure))
    if (bothNaN !== 0 || left === right || left.length <= EXACT_DIGITS) return bothNaN
    return isDecimal ? compareDecimals(left, right) : left < right ? -1 : 1
  }
}

const money = (text: string) => Number(text.replace(/[^\d.-]/g, ''))
const decimals = new Map<string, (text: string) => number>([
  ...['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'].map((type) => [type, Number] as const),
  ['money', money],
])

function measureOf(type: string): ((text: string) => number) | undefined {
  if (type === 'bool') return (text) => (text === 't' ? 1 : 0)
  if (type === 'interval') return intervalSeconds
  if (type === 'date' || type.startsWith('timestamp')) return instant
  return decimals.get(type)
}

const DAY = 86_400
/** PostgreSQL compares intervals with months of thirty days. */
const units: Record<string, number> = { year: 360 * DAY, mon: 30 * DAY, day: DAY }

/** Seconds of an interval in PostgreSQL's format: `1 year 2 mons -3 days 04:05:06.7`. */
function intervalSeconds(text: string): number {
  let seconds = 0
  for (const [, amount, unit] of text.matchAll(/(-?\d+) (year|mon|day)s?/g))
    seconds += Number(amount) * units[unit!]!
  const [, sign, hours, minutes, rest] = /([-+]?)(\d+):(\d\d):([\d.]+)$/.exec(text) ?? []
  if (hours === undefined) return seconds
  const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return seconds + (sign === '-' ? -time : time)
}

/** Compares two decimal numbers that are equal as doubles. */
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
