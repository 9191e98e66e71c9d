import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import type { EditorBox } from '../edits/CellEditor.tsx'
import { valueKind } from '../edits/values/value-kind.rules.ts'

/** In pixels. */
const EDITOR_MIN_WIDTH = 280
const WIDE_EDITOR_MIN_WIDTH = 400
/** Room for the editor below the top of its cell, in pixels; more for those that list something. */
const EDITOR_HEIGHT = 120
const TALL_EDITOR_HEIGHT = 340

/** The element of the active cell of a grid. */
export const activeCell = (surface: HTMLElement | null) =>
  surface?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')

/** The place of a cell's editor: over the active cell, within the grid; undefined when that is not on the screen. */
export function editorBox(
  surface: HTMLElement | null,
  column: GridColumn | undefined,
): EditorBox | undefined {
  const cell = activeCell(surface)?.getBoundingClientRect()
  const whole = surface?.getBoundingClientRect()
  if (!cell || !whole) return undefined
  const isTall =
    column && (column.foreign_key || ['enum', 'boolean', 'array', 'json'].includes(valueKind(column)))
  const wanted = isTall ? TALL_EDITOR_HEIGHT : EDITOR_HEIGHT
  const width = Math.min(whole.width, Math.max(cell.width, isTall ? WIDE_EDITOR_MIN_WIDTH : EDITOR_MIN_WIDTH))
  const top = Math.max(0, Math.min(cell.top - whole.top, whole.height - wanted))
  return {
    width,
    left: Math.max(0, Math.min(cell.left - whole.left, whole.width - width)),
    top,
    height: whole.height - top,
  }
}
