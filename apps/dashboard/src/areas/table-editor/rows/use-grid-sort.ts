import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { SortRule } from '@basalt/table-rows/pages/sort.ts'
import { useMemo } from 'react'
import type { SortColumn } from 'react-data-grid'

/** The sort of a table as the grid has it. Sorts by columns that are gone are left out. */
export function useGridSort(
  columns: readonly GridColumn[],
  sorts: readonly SortRule[],
  onSortsChange: (sorts: SortRule[]) => void,
) {
  const sortColumns = useMemo(
    () =>
      sorts.flatMap(({ column, direction }): SortColumn[] => {
        const index = columns.findIndex(({ name }) => name === column)
        return index < 0
          ? []
          : [{ columnKey: String(index), direction: direction === 'asc' ? 'ASC' : 'DESC' }]
      }),
    [columns, sorts],
  )
  return {
    sortColumns,
    onSortColumnsChange: (next: readonly SortColumn[]) =>
      onSortsChange(
        next.map(({ columnKey, direction }) => ({
          column: columns[Number(columnKey)]!.name,
          direction: direction === 'ASC' ? 'asc' : 'desc',
        })),
      ),
  }
}
