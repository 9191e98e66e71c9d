import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { textOf } from '../cells/cells.ts'
import { hasExactEquality } from '../shape/exact-equality.ts'
import { partOf } from '../shape/row-identity.ts'
import type { PageColumn } from '../shape/table-shape.ts'
import type { Parameters } from '../statement.ts'
import { CursorError } from './cursor.ts'
import type { OrderKey, PagePlan } from './page-plan.ts'
import type { Page, PageRequest } from './page-request.ts'
import type { GridRow } from './row-columns.ts'

/** The rows of a page by their numbers from 0. */
interface Range {
  readonly first: number
  readonly count: number
}

/** Throws a CursorError for the last page, whose number only a count can tell. */
function rangeOf(request: PageRequest, size: number): Range {
  if (!('position' in request)) {
    if (request.at === 'first') return { first: 0, count: size }
    if (request.at === 'skip') return { first: request.rows, count: size }
    throw new CursorError('Only an exact count tells where the last page of this relation begins.')
  }
  if (request.position.by !== 'offset') throw new TypeError('a position by offset is needed')
  const { offset } = request.position
  switch (request.at) {
    case 'after':
      return { first: offset + 1, count: size }
    case 'from':
      return { first: offset, count: size }
    case 'before':
      return { first: Math.max(0, offset - size), count: Math.min(size, offset) }
    case 'around':
      return { first: Math.max(0, offset - Math.floor(size / 2)), count: size }
  }
}

/** `from` selects the rows, without conditions. One more row than the page has is read. */
export function offsetRows(
  from: string,
  filtered: string | undefined,
  columns: readonly PageColumn[],
  { order }: PagePlan,
  request: PageRequest,
  size: number,
  parameters: Parameters,
): string {
  const { first, count } = rangeOf(request, size)
  const where = filtered === undefined ? '' : ` where ${filtered}`
  // Rows that only compare as equal must keep their order from page to page.
  const texts = columns
    .filter((column) => !hasExactEquality(column))
    .map((column) => `(${textOf(column, `t.${quoteIdentifier(column.name)}`)}) collate "C"`)
  const terms = order.length === 0 ? [] : [...order.map(orderTerm), ...texts]
  const orderBy = terms.length === 0 ? '' : ` order by ${terms.join(', ')}`
  return `${from}${where}${orderBy} limit ${count + 1} offset ${parameters.add(String(first), 'pg_catalog.int8')}`
}

const orderTerm = ({ part, isDescending, isNullsFirst }: OrderKey) =>
  `${partOf(part, 't')}${isDescending ? ' desc' : ''} nulls ${isNullsFirst ? 'first' : 'last'}`

export function offsetPage(request: PageRequest, size: number, found: readonly GridRow[]): Page {
  const { first, count } = rangeOf(request, size)
  const rows = found
    .slice(0, count)
    .map((row, place) => ({ ...row, position: { by: 'offset', offset: first + place } as const }))
  return {
    rows,
    hasBefore: first > 0,
    hasAfter: found.length > count,
    start: rows[0]?.position,
    end: rows.at(-1)?.position,
  }
}
