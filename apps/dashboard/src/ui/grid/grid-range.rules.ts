/** A position in a grid, both from 0: the visible row and the data column. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

/** A selection, from where it began to where it was extended. */
export interface GridRange {
  readonly anchor: GridPosition
  readonly head: GridPosition
}

/** The cells between two corners, both included. */
export interface GridArea {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const areaOf = ({ anchor, head }: GridRange): GridArea => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
})

export const isInside = ({ top, bottom, left, right }: GridArea, { row, column }: GridPosition) =>
  row >= top && row <= bottom && column >= left && column <= right

export const cellsOf = ({ top, bottom, left, right }: GridArea) => (bottom - top + 1) * (right - left + 1)

/** The head of a selection after a key: moved one step, or with `toEdge` to the edge. Undefined for other keys. */
export function movedHead(
  { row, column }: GridPosition,
  key: string,
  toEdge: boolean,
  { rows, columns }: { rows: number; columns: number },
): GridPosition | undefined {
  const up = () => ({ row: toEdge ? 0 : Math.max(0, row - 1), column })
  const down = () => ({ row: toEdge ? rows - 1 : Math.min(rows - 1, row + 1), column })
  const left = () => ({ row, column: toEdge ? 0 : Math.max(0, column - 1) })
  const right = () => ({ row, column: toEdge ? columns - 1 : Math.min(columns - 1, column + 1) })
  const moves: Record<string, () => GridPosition> = {
    ArrowUp: up,
    ArrowDown: down,
    ArrowLeft: left,
    ArrowRight: right,
    Home: () => ({ row: toEdge ? 0 : row, column: 0 }),
    End: () => ({ row: toEdge ? rows - 1 : row, column: columns - 1 }),
  }
  return moves[key]?.()
}

/** The selection limited to `rows`, which a filter may have reduced; undefined when nothing remains. */
export const clipped = (area: GridArea | undefined, rows: number): GridArea | undefined =>
  area && area.top < rows ? { ...area, bottom: Math.min(area.bottom, rows - 1) } : undefined
