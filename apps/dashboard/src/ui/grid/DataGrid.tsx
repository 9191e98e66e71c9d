import { lazyPanel } from '../lazy-panel.tsx'

const grid = lazyPanel(async () => (await import('./ColumnarGrid.tsx')).ColumnarGrid, 'the grid')

/** Loads the grid's code before the first rows arrive. */
export const preloadDataGrid = grid.prepare

/** A grid for any number of rows, stored by column. Fills its container's height. Its code loads on first use. */
export const DataGrid = grid.LazyPanel
