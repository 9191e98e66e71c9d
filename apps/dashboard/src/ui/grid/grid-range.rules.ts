/** A place in a grid, both counted from 0: the row as it is shown, and the column of the data. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

/** What is marked: from where it began to where it was drawn. */
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

/** Where a key takes the end of a mark: one step, or with `toEdge` as far as it goes. Undefined for other keys. */
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

/** What is marked of so many rows; undefined for nothing. A filter may have left fewer than there were. */
export const clipped = (area: GridArea | undefined, rows: number): GridArea | undefined =>
  area && area.top < rows ? { ...area, bottom: Math.min(area.bottom, rows - 1) } : undefined
