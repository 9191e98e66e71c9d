import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { GridCell } from '../../../../ui/grid/ColumnarGrid.tsx'
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { CellSheet } from './CellSheet.tsx'
import { copyFailureMessage } from './copy-rows.ts'
import { ResultMenu } from './ResultMenu.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { type ExportRows, partOf, withoutNames } from './result-export.ts'
import { loadedRows } from './rows-source.ts'
import type { LoadedViewState } from './use-row-view.ts'

/** A grid of a result's loaded rows, to view, sort, select and copy. */
export function ResultGrid({
  outcome,
  rowView,
  area,
  onAreaChange,
}: {
  outcome: StatementOutcome
  rowView: LoadedViewState
  area: GridArea | undefined
  onAreaChange: (area: GridArea | undefined) => void
}) {
  const { fields = [], columns, rowCount } = outcome
  const { view, change, order, reason } = rowView
  const [cell, setCell] = useState<GridCell>()
  const [isOpen, setOpen] = useState(false)
  const displayed: ExportRows = { fields, columns, rowCount: order?.length ?? rowCount, order }
  const openCell = (opened: GridCell) => {
    setCell(opened)
    setOpen(true)
  }
  const textOf = (selected: GridArea) => {
    try {
      return withoutNames(partOf(displayed, selected))
    } catch (error) {
      toast({ tone: 'critical', title: 'Failed to copy', description: copyFailureMessage(error) })
      return undefined
    }
  }
  if (order?.length === 0)
    return (
      <EmptyState icon={ListFilter} title="No loaded rows match the filter" frame={false}>
        Change or close the filter to see the rows again.
      </EmptyState>
    )
  return (
    <>
      <DataGrid
        label="Query result"
        columns={fields}
        values={columns}
        rowCount={rowCount}
        order={order}
        sorts={view.sorts}
        onSortsChange={reason === undefined ? (sorts) => change({ ...view, sorts }) : undefined}
        onOpenCell={openCell}
        onAreaChange={onAreaChange}
        textOf={textOf}
        menu={
          area && fields.length > 0 ? (
            <ResultMenu
              fields={fields}
              cellAt={(position, column) => {
                const row = order?.[position] ?? position
                return { row, column, value: columns[column]?.at(row) ?? null }
              }}
              take={(part) => loadedRows(partOf(displayed, part))}
              area={area}
              rowView={rowView}
              onOpenCell={openCell}
            />
          ) : (
            <MenuItem disabled>Select a cell first</MenuItem>
          )
        }
      />
      {cell && (
        <CellSheet
          key={`${cell.row}/${cell.column}`}
          cell={cell}
          field={fields[cell.column]!}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
