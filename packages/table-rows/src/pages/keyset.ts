import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { nullTest } from '../cells/cells.ts'
import { partOf } from '../shape/row-identity.ts'
import type { OrderKey } from './page-plan.ts'

/**
 * Rows after a place in an order, as conditions that indexes serve.
 *
 * One condition for all, `a > 1 or (a = 1 and b > 2) or a is null`, makes PostgreSQL read an index from its start, or
 * not use it. So the rows are cut into segments that follow each other, each one range of the index: first those that
 * tie with the place in all columns but the last, and so on; NULLs are a segment of their own, because their place in the
 * index need not be that in the order.
 */

/** A range of rows: a condition on the row `t`, undefined for all rows, and its order as `order by` has it. */
export interface Segment {
  readonly condition: string | undefined
  readonly orderBy: string
}

/** The place a page starts at. */
export interface Start {
  /** For the first columns of the order, an expression of each value; null for NULL. Values are the same for all rows. */
  readonly values: readonly (string | null)[]
  /** Does the row at the place belong to the page? */
  readonly isIncluded: boolean
}

/** The order read from its end. */
export const reversed = (order: readonly OrderKey[]): OrderKey[] =>
  order.map((key) => ({
    ...key,
    isDescending: !key.isDescending,
    isNullsFirst: !key.isNullsFirst,
    isNullsFirstInIndex: !key.isNullsFirstInIndex,
  }))

/**
 * The segments of the rows from `start`, or of all rows, in their order. `indexed` is how many columns of the order an
 * index has: without any, one segment is best, because each would read all rows.
 */
export function segmentsOf(order: readonly OrderKey[], indexed: number, start?: Start): Segment[] {
  const values = start?.values ?? []
  const ties = (count: number) => order.slice(0, count).map((key, place) => isTie(key, values[place]!))
  const segment: MakeSegment = (conditions, apart, nullAt) => {
    // Behind the last indexed column, the index has NULLs in no order. Without it in the order, that of the key serves.
    const isLeftOut = nullAt !== undefined && nullAt === indexed - 1 && order.length > 1
    const sorted = isLeftOut ? order.toSpliced(nullAt, 1) : order
    return {
      condition: conditions.length === 0 ? undefined : conditions.join(' and '),
      orderBy: orderBy(sorted, sorted === order ? apart : apart - 1),
    }
  }
  if (!start || values.length === 0) return allRows(order, indexed, segment)
  if (indexed === 0) return [segment([isAfter(order, values, 0, start.isIncluded)], 0)]

  const segments: Segment[] = []
  let level = Math.min(indexed, values.length) - 1
  if (indexed >= values.length) {
    const last = values.length - 1
    const nullAt = values[last] === null ? last : undefined
    if (start.isIncluded) segments.push(segment(ties(values.length), values.length, nullAt))
  } else {
    segments.push(...lastIndexedLevel(order, values, level, start.isIncluded, ties(level), segment))
    level -= 1
  }
  for (; level >= 0; level -= 1) {
    const key = order[level]!
    const value = values[level]!
    if (value !== null) {
      segments.push(segment([...ties(level), isBeyond(key, value)], level + 1))
      if (key.isNullable && !key.isNullsFirst)
        segments.push(segment([...ties(level), isNull(key)], level + 1, level))
    } else if (key.isNullsFirst) segments.push(segment([...ties(level), isNotNull(key)], level + 1))
  }
  return segments
}

/** `nullAt` is the place of a column that has only NULLs. For `apart` see `orderBy`. */
type MakeSegment = (conditions: readonly string[], apart: number, nullAt?: number) => Segment

function allRows(order: readonly OrderKey[], indexed: number, segment: MakeSegment): Segment[] {
  const [first] = order
  if (!first || indexed === 0 || !first.isNullable) return [segment([], 0)]
  const isInPlace = first.isNullsFirst === first.isNullsFirstInIndex
  if (isInPlace && indexed === order.length) return [segment([], 0)]
  const values = segment([isNotNull(first)], 1)
  const nulls = segment([isNull(first)], 1, 0)
  return first.isNullsFirst ? [nulls, values] : [values, nulls]
}

/** The columns behind the last indexed one are compared row by row; the range that is read begins with its ties. */
function lastIndexedLevel(
  order: readonly OrderKey[],
  values: readonly (string | null)[],
  level: number,
  isIncluded: boolean,
  ties: readonly string[],
  segment: MakeSegment,
): Segment[] {
  const key = order[level]!
  const value = values[level]!
  const rest = isAfter(order, values, level + 1, isIncluded)
  if (value === null) {
    const nulls = segment([...ties, isNull(key), rest], level + 1, level)
    return key.isNullsFirst ? [nulls, segment([...ties, isNotNull(key)], level + 1)] : [nulls]
  }
  const column = columnOf(key)
  const range = `${column} ${key.isDescending ? '<=' : '>='} ${value}`
  // "Not a tie" rather than "beyond": PostgreSQL multiplies that with the range as if the two were independent, expects a
  // few rows only, and then fetches and sorts thousands.
  const ranged = segment([...ties, range, `(not ${isTie(key, value)} or ${rest})`], level + 1)
  return key.isNullable && !key.isNullsFirst
    ? [ranged, segment([...ties, isNull(key)], level + 1, level)]
    : [ranged]
}

/** One condition for the rows after a place, from the column `level` on. */
function isAfter(
  order: readonly OrderKey[],
  values: readonly (string | null)[],
  level: number,
  isIncluded: boolean,
): string {
  if (level === values.length) return isIncluded ? 'true' : 'false'
  const key = order[level]!
  const value = values[level]!
  const beyond: string[] = []
  if (value !== null) {
    beyond.push(isBeyond(key, value))
    if (key.isNullable && !key.isNullsFirst) beyond.push(isNull(key))
  } else if (key.isNullsFirst) beyond.push(isNotNull(key))
  const rest = isAfter(order, values, level + 1, isIncluded)
  if (rest !== 'false') beyond.push(rest === 'true' ? isTie(key, value) : `${isTie(key, value)} and ${rest}`)
  return beyond.length === 0 ? 'false' : `(${beyond.join(' or ')})`
}

const columnOf = ({ part }: OrderKey) => partOf(part, 't')
const isNull = (key: OrderKey) => nullTest(key.part.column, columnOf(key), 'null')
const isNotNull = (key: OrderKey) => nullTest(key.part.column, columnOf(key), 'not null')
const isBeyond = (key: OrderKey, value: string) => `${columnOf(key)} ${key.isDescending ? '<' : '>'} ${value}`
const isTie = (key: OrderKey, value: string | null) =>
  value === null ? isNull(key) : `${columnOf(key)} = ${value}`

/**
 * The whole order. In its first `apart` columns NULLs and values do not meet, nor in columns without NULLs: there NULLs
 * are said to be where the index has them, so that PostgreSQL sees that it can use it.
 */
function orderBy(order: readonly OrderKey[], apart: number): string {
  return order
    .map((key, place) => {
      const isFree = place < apart || !key.isNullable
      const isNullsFirst = isFree ? key.isNullsFirstInIndex : key.isNullsFirst
      const isUsual = isNullsFirst === key.isDescending
      const nulls = isUsual ? '' : ` nulls ${isNullsFirst ? 'first' : 'last'}`
      return `t.${nameOf(key)}${key.isDescending ? ' desc' : ''}${nulls}`
    })
    .join(', ')
}

const nameOf = ({ part }: OrderKey) => (part.column ? quoteIdentifier(part.name) : part.name)
