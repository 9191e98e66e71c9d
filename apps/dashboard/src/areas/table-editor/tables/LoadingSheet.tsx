import { requestIdOf } from '../../../api/api-error.ts'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** A sheet until the table is read that it is about. */
export function LoadingSheet({
  title,
  error,
  isRetrying,
  onRetry,
  onClose,
}: {
  title: string
  error: Error | null
  isRetrying: boolean
  onRetry: () => void
  onClose: () => void
}) {
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} size="xl">
      <SheetBody>
        {error ? (
          <ErrorPanel
            title="Failed to load the table"
            message={error.message}
            requestId={requestIdOf(error)}
            retrying={isRetrying}
            onRetry={onRetry}
          />
        ) : (
          <div role="status" aria-label="Loading the table" className="flex flex-col gap-4">
            {['h-8', 'h-9', 'h-40', 'h-24'].map((height) => (
              <Skeleton key={height} className={`${height} w-full`} />
            ))}
          </div>
        )}
      </SheetBody>
    </Sheet>
  )
}
