import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../lib/bytes.ts'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { CellText } from './CellText.tsx'
import { type CellPlace, isCut } from './lines.rules.ts'
import { rowQueries, type TableKey } from './rows.queries.ts'

/** Longer texts would stall the page; they are copied in full. In characters. */
const DISPLAYED_MAX = 200_000

/** The whole value of one cell. */
export function CellSheet({
  table,
  column,
  place,
  note,
  open,
  onClose,
}: {
  table: TableKey
  column: GridColumn
  place: CellPlace
  /** Why the value cannot be changed. */
  note: string | undefined
  open: boolean
  onClose: () => void
}) {
  const cell = place.line.cells[place.column] ?? null
  const needsLoad = isCut(cell)
  const { row } = place.line
  const canLoad = needsLoad && row !== undefined && row.length > 0
  const whole = useQuery({ ...rowQueries.cell(table, row ?? [], column.name), enabled: open && canLoad })
  const loaded = needsLoad ? whole.data?.text : typeof cell === 'string' ? cell : undefined
  const content = () => {
    if (canLoad && whole.isPending) return <Spinner label="Loading the value" />
    if (canLoad && whole.isError)
      return (
        <ErrorPanel
          title="Failed to load the value"
          message={whole.error.message}
          retrying={whole.isFetching}
          onRetry={() => void whole.refetch()}
        />
      )
    if (typeof loaded !== 'string')
      return (
        <p className="text-sm">
          {needsLoad ? (
            `The value has ${formatBytes(cell.bytes)}, which is too much to display.`
          ) : (
            <CellText cell={cell} />
          )}
        </p>
      )
    if (loaded === '')
      return (
        <p>
          <CellText cell="" />
        </p>
      )
    return (
      <>
        {loaded.length > DISPLAYED_MAX && (
          <p className="text-ink-muted text-sm">
            This is the beginning of {loaded.length.toLocaleString('en')} characters. Copy value copies all of
            them.
          </p>
        )}
        <pre className="wrap-anywhere whitespace-pre-wrap text-xs leading-5">
          {loaded.slice(0, DISPLAYED_MAX)}
        </pre>
      </>
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={column.name}
      description={<span className="font-mono text-xs">{column.data_type}</span>}
      size="lg"
    >
      <SheetBody>{content()}</SheetBody>
      <DialogFooter aside={note}>
        {typeof loaded === 'string' && (
          <CopyButton text={loaded} label="Copy value" size="md" variant="secondary" />
        )}
      </DialogFooter>
    </Sheet>
  )
}
