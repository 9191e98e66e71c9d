import { latePanel } from '../late-panel.tsx'

const grid = latePanel(async () => (await import('./ColumnarGrid.tsx')).ColumnarGrid, 'the grid')

/** Fetches the grid's code ahead of its first rows. */
export const preloadDataGrid = grid.prepare

/** Rows in any number, held by column. Fills its container's height. Its code is loaded when first shown. */
export const DataGrid = grid.LatePanel
