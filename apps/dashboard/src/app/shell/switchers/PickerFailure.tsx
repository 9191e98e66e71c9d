import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'

/** Replaces a list that failed to load, with the error in a tooltip and a retry button. */
export function PickerFailure({
  title,
  error,
  onRetry,
}: {
  title: string
  error: Error
  onRetry: () => unknown
}) {
  return (
    <div role="alert" className="flex items-center gap-2">
      <Tooltip content={error.message}>
        <span className="flex min-w-0 flex-1 items-center gap-1.5 text-critical-ink">
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {title}
          <span className="sr-only">: {error.message}</span>
        </span>
      </Tooltip>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
