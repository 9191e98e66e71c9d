import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { areaOf, type GridArea, type GridPosition, type GridRange, isInside } from './grid-range.rules.ts'

/**
 * The selected cells. A selection starts at the active cell and is extended by Shift and a click, by dragging or by
 * keys. `onChange` is called with the area, or undefined for no selection.
 */
export function useGridRange(onChange: ((area: GridArea | undefined) => void) | undefined) {
  const [range, setRange] = useState<GridRange>()
  const area = useMemo(() => range && areaOf(range), [range])
  const isDrawing = useRef(false)
  const change = (next: GridRange | undefined) => {
    setRange(next)
    onChange?.(next && areaOf(next))
  }
  const extendTo = (head: GridPosition) => {
    change({ anchor: range?.anchor ?? head, head })
  }
  useEffect(() => {
    const stop = () => {
      isDrawing.current = false
    }
    addEventListener('pointerup', stop)
    addEventListener('pointercancel', stop)
    return () => {
      removeEventListener('pointerup', stop)
      removeEventListener('pointercancel', stop)
    }
  }, [])
  return {
    range,
    area,
    startAt: (position: GridPosition | undefined, head = position) =>
      change(position && head && { anchor: position, head }),
    extendTo,
    /** For a context menu: keeps the selection when the cell is part of it, otherwise selects the cell. */
    includeOrStart: (position: GridPosition, head = position) => {
      if (area && isInside(area, position)) return
      change({ anchor: position, head })
    },
    draw: {
      /** The pointer went down on a cell. */
      begin: () => {
        isDrawing.current = true
      },
      onPointerMove: (event: PointerEvent<HTMLElement>, positionOf: (cell: Element) => GridPosition) => {
        if (!isDrawing.current || event.buttons !== 1 || !(event.target instanceof Element)) return
        const cell = event.target.closest('[role="gridcell"]')
        if (!cell || !range) return
        const head = positionOf(cell)
        if (head.row === range.head.row && head.column === range.head.column) return
        // Otherwise the browser also selects the cells' text.
        getSelection()?.removeAllRanges()
        extendTo(head)
      },
    },
  }
}
