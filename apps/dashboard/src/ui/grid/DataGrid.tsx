import { lazy, Suspense } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import type { ColumnarGridProps } from './ColumnarGrid.tsx'

const load = async () => ({ default: (await import('./ColumnarGrid.tsx')).ColumnarGrid })
const ColumnarGrid = lazy(load)

/** Fetches the grid's code ahead of its first rows. */
export const preloadDataGrid = (): Promise<unknown> => load()

/** Rows in any number, held by column. Fills its container's height. Its code is loaded when first shown. */
export function DataGrid(props: ColumnarGridProps) {
  return (
    <Suspense
      fallback={
        <div className="grid h-full place-items-center">
          <Spinner label="Loading the grid" />
        </div>
      }
    >
      <ColumnarGrid {...props} />
    </Suspense>
  )
}
