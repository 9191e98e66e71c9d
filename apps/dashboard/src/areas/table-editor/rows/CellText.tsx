import { formatBytes } from '../../../lib/bytes.ts'
import { cellLine } from '../../../ui/grid/data-grid.rules.ts'
import { isCut, isDefaultCell, type LineCell } from './lines.rules.ts'

/** NULL, the empty text and defaults are faded, and differ from each other and from texts that spell them. */
export function CellText({ cell }: { cell: LineCell }) {
  if (cell === null) return <span className="text-ink-faint">NULL</span>
  if (cell === '') return <span className="text-ink-faint italic">empty</span>
  if (isDefaultCell(cell)) return <span className="text-ink-faint italic">default</span>
  if (!isCut(cell)) return cellLine(cell)
  return (
    <>
      {cell.beginning !== null && cellLine(cell.beginning)}
      <span className="text-ink-faint">… {formatBytes(cell.bytes)}</span>
    </>
  )
}
