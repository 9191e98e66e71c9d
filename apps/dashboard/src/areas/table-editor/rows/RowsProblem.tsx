import { GRID_READ_TIMEOUT_SECONDS } from '@basalt/contract/table-editor/grid.rules.ts'
import { failedWith, requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'

const CANCELED = '57014'

/** Replaces the grid when its rows cannot be read. */
export function RowsProblem({
  error,
  isRetrying,
  onRetry,
  onClearFilter,
  onClearSort,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
  /** Undefined when the rows are not filtered, or not sorted. */
  onClearFilter: (() => void) | undefined
  onClearSort: (() => void) | undefined
}) {
  const isTimeout = failedWith(error, 'sql_failed') && error.body.sqlstate === CANCELED
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <ErrorPanel
        title={
          failedWith(error, 'validation_failed')
            ? 'These rows cannot be displayed as asked'
            : isTimeout
              ? `The rows were not read within ${GRID_READ_TIMEOUT_SECONDS} seconds`
              : 'Failed to load rows'
        }
        message={error.message}
        requestId={requestIdOf(error)}
        retrying={isRetrying}
        onRetry={onRetry}
        action={
          <>
            {onClearFilter && <Button onClick={onClearFilter}>Clear filter</Button>}
            {onClearSort && <Button onClick={onClearSort}>Clear sort</Button>}
          </>
        }
      />
    </div>
  )
}
