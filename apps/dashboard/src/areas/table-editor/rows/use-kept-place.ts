import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import { GRID_ROW_HEIGHT } from '../../../ui/grid/data-grid.rules.ts'
import { keptMove } from './kept-place.rules.ts'
import type { Line } from './lines.rules.ts'
import type { ScrollCommand } from './row-loader.ts'
import type { LineRange } from './row-window.rules.ts'
import { VerticalScroll } from './vertical-scroll.ts'

export interface StartPlace {
  /** In pixels. */
  readonly left: number
  readonly active: ActiveCell | undefined
}

export interface ActiveCell {
  readonly key: string
  readonly line: number
  readonly idx: number
}

/**
 * Keeps rows where they are on the screen while others come and go around them, with the active cell and the focus, and
 * scrolls where it is told to. `barWidth` is the width of the browser's own scrollbar in pixels.
 */
export function useKeptPlace({
  grid,
  surface,
  lines,
  scroll,
  placeOfLine,
  onLook,
  firstColumn,
  start,
  onMoved,
}: {
  grid: RefObject<DataGridHandle | null>
  surface: RefObject<HTMLDivElement | null>
  lines: readonly Line[]
  scroll: ScrollCommand | undefined
  placeOfLine: (line: number) => number
  onLook: (view: LineRange, left: number) => void
  firstColumn: number
  /** Where the columns are scrolled to and which cell is active at first. */
  start: StartPlace
  /** The rows have moved by so many lines among the others. */
  onMoved: (move: number) => void
}) {
  const active = useRef<ActiveCell | undefined>(undefined)
  const known = useRef({ lines, scroll: undefined as ScrollCommand | undefined })
  const [barWidth, setBarWidth] = useState(0)
  const [vertical] = useState(() => new VerticalScroll())
  const latestLook = useRef(onLook)
  latestLook.current = onLook
  const look = useCallback(() => {
    const { current: element } = elementOf(grid)
    if (!element) return
    vertical.look(element)
    const top = Math.floor(element.scrollTop / GRID_ROW_HEIGHT)
    const height = Math.max(0, element.clientHeight - GRID_ROW_HEIGHT)
    const view = { top, bottom: top + Math.ceil(height / GRID_ROW_HEIGHT) }
    latestLook.current(view, element.scrollLeft)
  }, [grid, vertical])
  // A focused cell whose line is replaced loses the focus with its element.
  const hadFocus = surface.current?.contains(document.activeElement) ?? false

  useLayoutEffect(() => {
    const { current: element } = elementOf(grid)
    const before = known.current
    known.current = { lines, scroll }
    if (!element) return
    const cell = active.current
    const moveTo = (line: number) => {
      if (!cell) return
      active.current = { ...cell, line, key: lines[line]?.key ?? cell.key }
      if (line !== cell.line) grid.current?.setActivePosition({ rowIdx: line, idx: cell.idx })
    }
    if (scroll && scroll !== before.scroll) {
      const line = placeOfLine(scroll.line)
      element.scrollTop = line * GRID_ROW_HEIGHT
      if (scroll.active !== undefined)
        grid.current?.setActivePosition(
          { rowIdx: placeOfLine(scroll.active), idx: cell?.idx ?? firstColumn },
          { shouldFocus: true },
        )
      else if (before.lines !== lines) moveTo(Math.min(line, lines.length - 1))
    } else if (before.lines !== lines) {
      const top = Math.floor(element.scrollTop / GRID_ROW_HEIGHT)
      const move = keptMove(before.lines, lines, top)
      if (move !== 0) element.scrollTop += move * GRID_ROW_HEIGHT
      if (cell) {
        // Lines of gaps have keys by their place, not by their row.
        const wasGap = before.lines[cell.line]?.state === 'gap'
        const isThere = !wasGap && lines[cell.line]?.key === cell.key
        const found = isThere ? cell.line : wasGap ? -1 : lines.findIndex(({ key }) => key === cell.key)
        moveTo(found >= 0 ? found : Math.max(0, Math.min(cell.line + move, lines.length - 1)))
      }
      if (move !== 0) onMoved(move)
    }
    look()
    if (!hadFocus || surface.current?.contains(document.activeElement)) return
    const frame = requestAnimationFrame(() =>
      surface.current
        ?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')
        ?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  })
  const first = useRef(start)
  useLayoutEffect(() => {
    const { current: element } = elementOf(grid)
    if (!element) return
    element.scrollLeft = first.current.left
    const { active: cell } = first.current
    const line = cell ? known.current.lines.findIndex(({ key }) => key === cell.key) : -1
    if (cell && line >= 0) grid.current?.setActivePosition({ rowIdx: line, idx: cell.idx })
    const measure = () => {
      setBarWidth(element.offsetWidth - element.clientWidth)
      look()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, look])
  return { active, look, barWidth }
}

const elementOf = (grid: RefObject<DataGridHandle | null>) => ({ current: grid.current?.element ?? null })
