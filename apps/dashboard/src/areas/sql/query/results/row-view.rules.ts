import type { RowFilter, RowView } from '@basalt/sql/rows/row-view.ts'

export const wholeResult: RowView = { search: '', filters: [], sorts: [] }

export const isWhole = ({ search, filters, sorts }: RowView) =>
  search === '' && filters.length === 0 && sorts.length === 0

const sameFilter = (a: RowFilter, b: RowFilter) =>
  a.column === b.column && a.operator === b.operator && a.value === b.value

/** Adds a filter. A second "is" filter on the same column replaces the first. */
export function withFilter(view: RowView, filter: RowFilter): RowView {
  const others = view.filters.filter(
    (other) => !sameFilter(other, filter) && !(filter.operator === 'is' && other.column === filter.column),
  )
  return { ...view, filters: [...others, filter] }
}

export const withoutFilter = (view: RowView, filter: RowFilter): RowView => ({
  ...view,
  filters: view.filters.filter((other) => !sameFilter(other, filter)),
})

const FILTER_VALUE_MAX = 40

/** `status is paid`, `note is not NULL`. */
export function filterLabel({ operator, value }: RowFilter, column: string): string {
  const text =
    value === null
      ? 'NULL'
      : value === ''
        ? 'empty'
        : value.length > FILTER_VALUE_MAX
          ? `${value.slice(0, FILTER_VALUE_MAX)}…`
          : value
  return `${column} ${operator === 'is' ? 'is' : 'is not'} ${text}`
}
