import { lazyPanel } from '../../../ui/lazy-panel.tsx'

const grid = lazyPanel(async () => (await import('./RowsGrid.tsx')).RowsGrid, 'the grid')

/** Loads the grid's code while the first rows are on their way. */
export const preloadRowsGrid = grid.prepare

export const LazyRowsGrid = grid.LazyPanel
