import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { readStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import type { GridCell } from '../../../ui/ColumnarGrid.tsx'
import { DataGrid } from '../../../ui/DataGrid.tsx'
import { startWidth } from '../../../ui/data-grid.rules.ts'
import type { GridArea } from '../../../ui/grid-range.rules.ts'
import { MenuItem } from '../../../ui/MenuItem.tsx'
import { toast } from '../../../ui/toast.ts'
import { CellSheet } from '../CellSheet.tsx'
import { partOf, withoutNames } from '../result-export.ts'
import { copyPlain } from './copy-rows.ts'
import { StoredRows } from './stored-rows.ts'

const TOO_FAR = 'Only rows near those in view are in this page. Mark fewer rows, or export all of them.'

/** The rows of a result that lies at the server, read where one looks. Give it the id of the query as key. */
export function StoredGrid({
  stored,
  fields,
  rowCount,
  area,
  onAreaChange,
}: {
  stored: { readonly ref: string; readonly id: string }
  fields: readonly ResultField[]
  rowCount: number
  area: GridArea | undefined
  onAreaChange: (area: GridArea | undefined) => void
}) {
  const [rows] = useState(
    () =>
      new StoredRows(async (from, count, signal) => {
        const part = await call(readStoredRows, { params: stored, query: { from, count } }, signal)
        return part.rows
      }),
  )
  useEffect(() => () => rows.leave(), [rows])
  const version = useSyncExternalStore(rows.subscribe, rows.getVersion)
  // Anew with each version: cells that waited are drawn again.
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
  const textOf = (marked: GridArea) => withoutNames(partOf({ fields, columns: values, rowCount }, marked))
  const isHere = area !== undefined && rows.holds(area.top, area.bottom)
  return (
    <div className="flex h-full flex-col">
      {rows.failure && (
        <Callout
          role="alert"
          tone="critical"
          title="Failed to read more rows"
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
          onOpenCell={openCell}
          onAreaChange={onAreaChange}
          textOf={(marked) => {
            if (rows.holds(marked.top, marked.bottom)) return textOf(marked)
            toast({
              tone: 'warning',
              title: 'Too many rows to copy',
              description: TOO_FAR,
              id: 'copied-rows',
            })
            return undefined
          }}
          menu={
            <MenuItem
              {...(!isHere && { reason: area ? TOO_FAR : 'Choose a cell first' })}
              onSelect={() => area && void copyPlain(() => textOf(area), 'the marked cells')}
            >
              Copy cells
            </MenuItem>
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

/** The columns with widths that fit the first rows, found once: they must not change under who reads. */
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
