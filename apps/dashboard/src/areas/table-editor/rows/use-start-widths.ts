import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useMemo, useState } from 'react'
import { startWidth } from '../../../ui/grid/data-grid.rules.ts'
import { isDefaultCell, type Line, type LineCell } from './lines.rules.ts'

/** The width of the marks beside a column's name, in pixels. */
const MARK_WIDTH = 22
/** The width that the menu's button takes from the name where it is always there, in pixels. */
const TOUCH_MENU_WIDTH = 24
const PLACEHOLDER = 'NULL'
/** Lines by which columns get their first width. */
const SAMPLED_LINES = 100

/** The initial widths in pixels, from the first rows that arrived, so that columns stay from page to page. */
export function useStartWidths(columns: readonly GridColumn[], lines: readonly Line[]) {
  const [sample, setSample] = useState({ columns, lines })
  if (sample.columns !== columns || (sample.lines.length === 0 && lines.length > 0))
    setSample({ columns, lines: lines.filter(({ state }) => state !== 'gap').slice(0, SAMPLED_LINES) })
  const hasMenus = useMemo(() => matchMedia('(hover: none)').matches, [])
  return useMemo(
    () =>
      sample.columns.map(({ name, data_type, is_primary_key, foreign_key }, index) => {
        const values = {
          length: sample.lines.length,
          at: (row: number) => textOf(sample.lines[row]?.cells[index]),
        }
        const marks = (is_primary_key ? 1 : 0) + (foreign_key ? 1 : 0)
        const controls = marks * MARK_WIDTH + (hasMenus ? TOUCH_MENU_WIDTH : 0)
        return startWidth({ name, type: data_type }, values) + controls
      }),
    [sample, hasMenus],
  )
}

const textOf = (cell: LineCell | undefined) => {
  if (typeof cell === 'string') return cell
  return cell && !isDefaultCell(cell) ? cell.beginning : PLACEHOLDER
}
