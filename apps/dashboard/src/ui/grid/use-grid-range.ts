import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { areaOf, type GridArea, type GridPosition, type GridRange, isInside } from './grid-range.rules.ts'

/**
 * Which cells are marked. Begins at the active cell; drawn with Shift and a click, with the pointer held, or with
 * keys. `onChange` hears of the area, and of undefined when nothing is.
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
    /** For a menu at a cell: it speaks of what is marked when the cell is part of it. */
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
        // Without this the browser marks the texts of the cells as well.
        getSelection()?.removeAllRanges()
        extendTo(head)
      },
    },
  }
}
