import type { GridSort } from '../../../ui/data-grid.rules.ts'

/** A condition on the loaded rows: any column has the text, or one column has exactly this value. */
export interface RowFilter {
  readonly column: number
  readonly operator: 'is' | 'is_not'
  /** Null is NULL. */
  readonly value: string | null
}

/** What is shown of a result's loaded rows, and in which order. */
export interface RowView {
  /** Part of a value of any column, in either case. */
  readonly search: string
  readonly filters: readonly RowFilter[]
  readonly sorts: readonly GridSort[]
}

export const wholeResult: RowView = { search: '', filters: [], sorts: [] }

export const isWhole = ({ search, filters, sorts }: RowView) =>
  search === '' && filters.length === 0 && sorts.length === 0

const sameFilter = (a: RowFilter, b: RowFilter) =>
  a.column === b.column && a.operator === b.operator && a.value === b.value

/** Adds a condition. A column that is to be one value is not to be another at the same time: the later one counts. */
export function withFilter(view: RowView, filter: RowFilter): RowView {
  const others = view.filters.filter(
    (known) => !sameFilter(known, filter) && !(filter.operator === 'is' && known.column === filter.column),
  )
  return { ...view, filters: [...others, filter] }
}

export const withoutFilter = (view: RowView, filter: RowFilter): RowView => ({
  ...view,
  filters: view.filters.filter((known) => !sameFilter(known, filter)),
})

const FILTER_VALUE_SHOWN = 40

/** `status is paid`, `note is not NULL`. */
export function filterWords({ operator, value }: RowFilter, column: string): string {
  const shown =
    value === null
      ? 'NULL'
      : value === ''
        ? 'empty'
        : value.length > FILTER_VALUE_SHOWN
          ? `${value.slice(0, FILTER_VALUE_SHOWN)}…`
          : value
  return `${column} ${operator === 'is' ? 'is' : 'is not'} ${shown}`
}
