import { oneOf } from '../../../lib/shape.ts'

/** What the table editor can have open over the grid, as in the URL. */
export const tablePanels = ['new', 'edit', 'duplicate', 'delete', 'column', 'delete-column'] as const
export type TablePanel = (typeof tablePanels)[number]
export const ATablePanel = oneOf(tablePanels)

export interface PanelSearch {
  panel?: TablePanel | undefined
  /** The oid of the table, when it is another than the one that is open. */
  table?: number | undefined
  /** The name of the column; none for a new one. */
  column?: string | undefined
}

/** What takes a panel out of the URL. */
export const NO_PANEL: PanelSearch = { panel: undefined, table: undefined, column: undefined }
