import type { RowFilter, RowView } from '@basalt/sql/rows/row-view.ts'

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
