import { type PointerEvent, type RefObject, useMemo } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import {
  cellsOf,
  clipped,
  type GridArea,
  type GridPosition,
  isInside,
  movedHead,
} from '../../../../ui/grid/grid-range.rules.ts'
import { useGridRange } from '../../../../ui/grid/use-grid-range.ts'

interface Keys {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

interface CellMouseEvent {
  readonly button: number
  readonly shiftKey: boolean
  preventGridDefault(): void
  preventDefault(): void
}

/** The selected cells of a grid of lines: by mouse, and by keys with Shift. `first` is the place of the first value. */
export function useCellRange(
  grid: RefObject<DataGridHandle | null>,
  { rows, columns, first }: { rows: number; columns: number; first: number },
) {
  const { range, area: marked, startAt, extendTo, includeOrStart, draw } = useGridRange(undefined)
  const area = useMemo(() => {
    const inside = clipped(marked, rows)
    return inside && inside.left < columns
      ? { ...inside, right: Math.min(inside.right, columns - 1) }
      : undefined
  }, [marked, rows, columns])
  /** Undefined outside of the values, such as in the column of checkboxes. */
  const positionAt = (row: number, place: number): GridPosition | undefined =>
    row >= 0 && place >= first ? { row, column: place - first } : undefined
  return {
    area,
    /** The area when it has more than one cell, to be highlighted. */
    wide: area && cellsOf(area) > 1 ? area : undefined,
    select: (next: GridArea) =>
      startAt({ row: next.top, column: next.left }, { row: next.bottom, column: next.right }),
    onMouseDown: (row: number, place: number, event: CellMouseEvent) => {
      const position = positionAt(row, place)
      if (!position) return
      if (event.button !== 0) {
        includeOrStart(position)
        // The context menu applies to the selection, so it stays.
        if (area && isInside(area, position)) event.preventGridDefault()
        return
      }
      if (event.shiftKey && range) {
        event.preventGridDefault()
        event.preventDefault()
        extendTo(position)
      } else startAt(position)
      draw.begin()
    },
    onActive: (row: number, place: number | undefined) =>
      startAt(place === undefined ? undefined : positionAt(row, place)),
    onPointerMove: (event: PointerEvent<HTMLElement>) =>
      draw.onPointerMove(event, (cell) => ({
        row: Number(cell.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2,
        column: Math.max(0, Number(cell.getAttribute('aria-colindex')) - 1 - first),
      })),
    /** Changes the selection; false for a key that does not. */
    onKey: ({ key, shiftKey, ctrlKey, metaKey }: Keys): boolean => {
      const withMod = ctrlKey || metaKey
      if (!range || columns === 0 || rows === 0) return false
      if (withMod && key.toLowerCase() === 'a')
        startAt({ row: 0, column: 0 }, { row: rows - 1, column: columns - 1 })
      else {
        const head = shiftKey ? movedHead(range.head, key, withMod, { rows, columns }) : undefined
        if (!head) return false
        extendTo(head)
        grid.current?.scrollToCell({ rowIdx: head.row, idx: head.column + first })
      }
      return true
    },
  }
}
