import type { UrlProblem } from '../filters/filter.ts'
import { printName, TextScanner } from '../filters/url-text.ts'

export interface SortRule {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  /** Without it as in PostgreSQL: last when ascending, first when descending. */
  readonly nulls?: 'first' | 'last'
}

/** A row cannot have more columns than 1,664, and a sort adds some. */
export const SORTS_MAX = 16

/** The values of `sort=` in a URL: `name:asc`, `"a:b":desc:nullslast`. Names are quoted as in filters. */
export function parseSorts(texts: readonly string[]): { sorts: SortRule[]; problems: UrlProblem[] } {
  const sorts: SortRule[] = []
  const problems: UrlProblem[] = []
  for (const text of texts) {
    const sort = sorts.length < SORTS_MAX ? parseSort(text) : `There are more than ${SORTS_MAX} sorts.`
    if (typeof sort === 'string') problems.push({ text, message: sort })
    else if (!sorts.some(({ column }) => column === sort.column)) sorts.push(sort)
  }
  return { sorts, problems }
}

function parseSort(text: string): SortRule | string {
  const scanner = new TextScanner(text)
  const column = scanner.name(/[^:]*/y)
  if (column === undefined) return 'A closing quote is missing in the column.'
  if (column === '') return 'The column is missing.'
  const words = scanner.rest()
  const [, direction, nulls] = /^:(asc|desc)(?::nulls(first|last))?$/.exec(words) ?? []
  if (direction === undefined) return 'A sort is written column:asc or column:desc.'
  const sort = { column, direction: direction as SortRule['direction'] }
  return nulls === undefined ? sort : { ...sort, nulls: nulls as 'first' | 'last' }
}

export const printSorts = (sorts: readonly SortRule[]): string[] =>
  sorts.map(
    ({ column, direction, nulls }) =>
      `${printName(column)}:${direction}${nulls === undefined ? '' : `:nulls${nulls}`}`,
  )
