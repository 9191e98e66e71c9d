/** A condition on rows: one column has exactly this value, or has not. */
export interface RowFilter {
  readonly column: number
  readonly operator: 'is' | 'is_not'
  /** Null is NULL. */
  readonly value: string | null
}

/** A column that rows are sorted by; the first in a list counts most. */
export interface RowSort {
  readonly column: number
  readonly direction: 'asc' | 'desc'
}

/** What is shown of a result's rows, and in which order. */
export interface RowView {
  /** Part of a value of any column, in either case. */
  readonly search: string
  readonly filters: readonly RowFilter[]
  readonly sorts: readonly RowSort[]
}

/** The text of a value; null is NULL. */
export type ValueAt = (row: number, column: number) => string | null

/** Says of a row, by its number, whether a view shows it. */
export function rowMatcher(
  { search, filters }: Pick<RowView, 'search' | 'filters'>,
  columnCount: number,
  at: ValueAt,
): (row: number) => boolean {
  const wanted = search.toLowerCase()
  const hasWanted = (row: number) => {
    for (let column = 0; column < columnCount; column += 1)
      if (at(row, column)?.toLowerCase().includes(wanted)) return true
    return false
  }
  return (row) =>
    filters.every(({ column, operator, value }) => (at(row, column) === value) === (operator === 'is')) &&
    (wanted === '' || hasWanted(row))
}
