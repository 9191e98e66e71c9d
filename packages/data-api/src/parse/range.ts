import { ROW_NUMBER_MAX } from '../data-api.rules.ts'
import { DataApiError } from '../data-api-error.ts'

/** A zero-based inclusive range of rows; empty when `last` is before `first`. */
export interface RowSpan {
  readonly first: number
  readonly last: number
}

/** `limit` and `offset` in SQL. */
export interface RowLimits {
  readonly limit: number | undefined
  readonly offset: number | undefined
}

const EVERYTHING: RowSpan = { first: 0, last: Number.POSITIVE_INFINITY }

/** Parses `0-9` or `10-` of a Range header, optionally with the unit items. Undefined for anything else. */
export function parseRange(header: string | undefined): RowSpan | undefined {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return undefined
  return { first: Number(first), last: last ? Number(last) : Number.POSITIVE_INFINITY }
}

/**
 * The rows requested by the parameters `limit` and `offset` of one level. As in PostgREST, a value that is not an integer is
 * ignored, but such a limit with an offset is zero. Throws PGRST100 for a number beyond PostgreSQL's range.
 */
export function spanOf(limit: string | undefined, offset: string | undefined): RowSpan {
  const rows = limit === undefined ? undefined : wholeNumber('limit', limit)
  if (rows === 0) return { first: 0, last: -1 }
  const first = (offset === undefined ? undefined : wholeNumber('offset', offset)) ?? 0
  if (limit === undefined || (rows === undefined && offset === undefined)) return { ...EVERYTHING, first }
  return { first, last: first + (rows ?? 0) - 1 }
}

/** Undefined for anything but an integer. Throws PGRST100 for one beyond ROW_NUMBER_MAX. */
export function wholeNumber(what: 'limit' | 'offset', text: string): number | undefined {
  if (!/^\s*-?\d+\s*$/.test(text)) return undefined
  const number = Number(text)
  if (Math.abs(number) <= ROW_NUMBER_MAX) return number
  throw new DataApiError('PGRST100', `The ${what} is not a number of rows: "${text.slice(0, 40)}"`)
}

/** The limits of the top level: the intersection of the parameters and the Range header. Throws PGRST103 if it is empty. */
export function topLimits(span: RowSpan, header: RowSpan = EVERYTHING): RowLimits {
  if (span.last === -1) return { limit: 0, offset: undefined }
  const both = { first: Math.max(0, span.first, header.first), last: Math.min(span.last, header.last) }
  if (!isEmpty(span) && !isEmpty(header) && !isEmpty(both)) return limitsOf(both)
  throw new DataApiError('PGRST103', 'Requested range not satisfiable', {
    details: isEmpty(header)
      ? 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
      : 'Limit should be greater than or equal to zero.',
  })
}

/** The limits of an embedded relation. Throws PostgreSQL's errors for negative numbers. */
export function embeddedLimits(span: RowSpan): RowLimits {
  if (span.first < 0) throw new DataApiError('2201X', 'OFFSET must not be negative')
  if (span.last < span.first - 1) throw new DataApiError('2201W', 'LIMIT must not be negative')
  return limitsOf(span)
}

const isEmpty = ({ first, last }: RowSpan) => last < first

const limitsOf = ({ first, last }: RowSpan): RowLimits => ({
  limit: last > ROW_NUMBER_MAX ? undefined : Math.max(0, last - first + 1),
  offset: first === 0 ? undefined : first,
})

/** The value of Content-Range: `0-9/100`, with `*` for no rows or an unknown total. */
export function contentRange(offset: number, count: number, total: number | undefined): string {
  const rows = count > 0 ? `${offset}-${offset + count - 1}` : '*'
  return `${rows}/${total ?? '*'}`
}
