import { latePart, useWantedPart } from '../../lib/late-part.ts'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import type { ColumnarGridProps } from './ColumnarGrid.tsx'

const part = latePart(async () => (await import('./ColumnarGrid.tsx')).ColumnarGrid)

/** Fetches the grid's code ahead of its first rows. */
export const preloadDataGrid = (): Promise<unknown> => part.ask()

/** Rows in any number, held by column. Fills its container's height. Its code is loaded when first shown. */
export function DataGrid(props: ColumnarGridProps) {
  const { loaded: ColumnarGrid, hasFailed, isLoading, retry } = useWantedPart(part)
  if (ColumnarGrid) return <ColumnarGrid {...props} />
  return (
    <div className="grid h-full place-items-center">
      {hasFailed ? (
        <ErrorPanel
          title="The grid could not be loaded"
          message="Check the connection and try again. The rows are here."
          onRetry={retry}
          retrying={isLoading}
        />
      ) : (
        <Spinner label="Loading the grid" />
      )}
    </div>
  )
}
