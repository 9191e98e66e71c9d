import { ROW_NUMBER_MAX } from '../data-api.rules.ts'

/** A stretch of rows: from the first one wanted, at most so many. */
export interface RowRange {
  offset: number
  limit: number | undefined
}

/** `0-9` or `10-` of a Range header whose unit is items. Anything else asks for no range. */
export function parseRange(header: string | undefined): RowRange | undefined {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return undefined
  const offset = Number(first)
  if (last === '' || last === undefined) return { offset, limit: undefined }
  return { offset, limit: Math.max(0, Number(last) - offset + 1) }
}

/** What both allow. */
export function narrow(one: RowRange, other: RowRange | undefined): RowRange {
  if (!other) return one
  const offset = Math.min(ROW_NUMBER_MAX, Math.max(one.offset, other.offset))
  const ends = [one, other].flatMap(({ offset, limit }) => (limit === undefined ? [] : [offset + limit]))
  return { offset, limit: ends.length > 0 ? Math.max(0, Math.min(...ends) - offset) : undefined }
}

/** The value of Content-Range: `0-9/100`, with `*` for what is not known or not there. */
export function contentRange(offset: number, count: number, total: number | undefined): string {
  const rows = count > 0 ? `${offset}-${offset + count - 1}` : '*'
  return `${rows}/${total ?? '*'}`
}
