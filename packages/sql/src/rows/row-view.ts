/** A condition on rows: a column has exactly this value, or does not. */
export interface RowFilter {
  readonly column: number
  readonly operator: 'is' | 'is_not'
  /** Null is NULL. */
  readonly value: string | null
}

/** A column to sort rows by; the first in a list has the highest precedence. */
export interface RowSort {
  readonly column: number
  readonly direction: 'asc' | 'desc'
}

/** The search, filters and order of a view of a result. */
export interface RowView {
  /** A case-insensitive substring of any column. */
  readonly search: string
  readonly filters: readonly RowFilter[]
  readonly sorts: readonly RowSort[]
}

/** The text of a value; null is NULL. */
export type ValueAt = (row: number, column: number) => string | null

/** A predicate for whether a view contains a row, by its number. */
export function rowMatcher(
  { search, filters }: Pick<RowView, 'search' | 'filters'>,
  columnCount: number,
  at: ValueAt,
): (row: number) => boolean {
  const needle = search.toLowerCase()
  const matchesSearch = (row: number) => {
    for (let column = 0; column < columnCount; column += 1)
      if (at(row, column)?.toLowerCase().includes(needle)) return true
    return false
  }
  return (row) =>
    filters.every(({ column, operator, value }) => (at(row, column) === value) === (operator === 'is')) &&
    (needle === '' || matchesSearch(row))
}
