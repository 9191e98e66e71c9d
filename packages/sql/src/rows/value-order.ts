import { instant } from './instant.ts'

/** Orders two values of a column, each with its measure: below 0 the left one comes first. */
export type CompareValues = (
  left: string | null,
  right: string | null,
  leftMeasure: number,
  rightMeasure: number,
) => number

/** How the values of a column are ordered, as their type is meant and not as their text looks. */
export interface ValueOrder {
  /** A number that goes first in a comparison; read once for each value. Undefined for texts. */
  readonly measure: ((text: string) => number) | undefined
  readonly compare: CompareValues
}

const textOrder = new Intl.Collator('en')
/** Digits that a double holds exactly whatever they are. */
const EXACT_DIGITS = 15

/** By PostgreSQL's name of a type. NULL comes last upwards and first downwards, as PostgreSQL has it. */
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
    // NaN is above all numbers, as PostgreSQL has it; two infinities are equal.
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
