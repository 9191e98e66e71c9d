import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { readStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { ListFilter } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import type { GridCell } from '../../../../ui/grid/ColumnarGrid.tsx'
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx'
import { startWidth } from '../../../../ui/grid/data-grid.rules.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { CellSheet } from './CellSheet.tsx'
import { copyPlain } from './copy-rows.ts'
import { ResultMenu } from './ResultMenu.tsx'
import { partOf } from './result-export.ts'
import { loadedRows, type RowsSource } from './rows-source.ts'
import { StoredRows } from './stored-rows.ts'
import { type StoredResultKey, storedSource } from './stored-source.ts'
import type { RowViewState } from './use-row-view.ts'

/** A grid of a result stored on the server, which loads the rows in view. */
export function StoredGrid({
  resultKey,
  fields,
  rowCount,
  rowView,
  area,
  onAreaChange,
}: {
  resultKey: StoredResultKey
  fields: readonly ResultField[]
  rowCount: number
  rowView: RowViewState
  area: GridArea | undefined
  onAreaChange: (area: GridArea | undefined) => void
}) {
  const { view, change, reason } = rowView
  const rows = useMemo(
    () =>
      new StoredRows(async (from, count, signal) => {
        const { view, ...params } = resultKey
        const part = await call(readStoredRows, { params, query: { view, from, count } }, signal)
        return part.rows
      }),
    [resultKey],
  )
  useEffect(() => () => rows.cancel(), [rows])
  const version = useSyncExternalStore(rows.subscribe, rows.getVersion)
  // New objects for each version, so that cells that were loading are redrawn.
  const values = useMemo(
    () =>
      fields.map((_, column) => ({
        of: version,
        length: rowCount,
        at: (row: number) => rows.at(row, column),
      })),
    [rows, fields, rowCount, version],
  )
  const columns = useMeasured(rows, fields, rowCount)
  const [cell, setCell] = useState<GridCell>()
  const [isOpen, setOpen] = useState(false)
  const openCell = (opened: GridCell) => {
    if (rows.peek(opened.row, opened.column) === undefined) return
    setCell(opened)
    setOpen(true)
  }
  const take = (selected: GridArea): RowsSource =>
    rows.hasRows(selected.top, selected.bottom)
      ? loadedRows(partOf({ fields, columns: values, rowCount }, selected))
      : storedSource(resultKey, rowCount, selected)
  const cellAt = (row: number, column: number): GridCell | undefined => {
    const value = rows.peek(row, column)
    return value === undefined ? undefined : { row, column, value }
  }
  if (rowCount === 0)
    return (
      <EmptyState icon={ListFilter} title="No rows match the filter" frame={false}>
        Change or close the filter to see the rows again.
      </EmptyState>
    )
  return (
    <div className="flex h-full flex-col">
      {rows.failure && (
        <Callout
          role="alert"
          tone="critical"
          title="Failed to load more rows"
          className="m-2"
          action={
            <Button size="sm" onClick={() => rows.retry()}>
              Try again
            </Button>
          }
        >
          {rows.failure.message}
        </Callout>
      )}
      <div className="min-h-0 flex-1">
        <DataGrid
          label="Query result"
          columns={columns}
          values={values}
          rowCount={rowCount}
          sorts={view.sorts}
          onSortsChange={reason === undefined ? (sorts) => change({ ...view, sorts }) : undefined}
          onOpenCell={openCell}
          onAreaChange={onAreaChange}
          textOf={(selected) => {
            const text = take(selected).plain()
            if (typeof text === 'string') return text
            void copyPlain(() => text, 'the selected cells')
            return undefined
          }}
          menu={
            area && fields.length > 0 ? (
              <ResultMenu
                fields={fields}
                cellAt={cellAt}
                take={take}
                area={area}
                rowView={rowView}
                onOpenCell={openCell}
              />
            ) : (
              <MenuItem disabled>Select a cell first</MenuItem>
            )
          }
        />
      </div>
      {cell && (
        <CellSheet
          key={`${cell.row}/${cell.column}`}
          cell={cell}
          field={fields[cell.column]!}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** The columns with widths measured once from the first rows, so that they do not change while the user reads. */
function useMeasured(rows: StoredRows, fields: readonly ResultField[], rowCount: number) {
  const [widths, setWidths] = useState<number[]>()
  if (widths === undefined && rows.peek(0, 0) !== undefined)
    setWidths(
      fields.map((field, column) =>
        startWidth(field, { length: rowCount, at: (row) => rows.peek(row, column) ?? '' }),
      ),
    )
  return useMemo(
    () => fields.map((field, column) => ({ ...field, width: widths?.[column] ?? startWidth(field, []) })),
    [fields, widths],
  )
}
