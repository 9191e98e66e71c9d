import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../text/CopyButton.tsx'

/** Replaces content that failed to load. The request id identifies the line in the server's log. */
export function ErrorPanel({
  title,
  message,
  onRetry,
  retrying = false,
  requestId,
  action,
}: {
  /** "Failed to load projects" */
  title: string
  message?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  requestId?: string
  action?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-md border border-critical-line bg-surface-1 px-6 py-10 text-center"
    >
      <span className="grid size-9 place-items-center rounded-md border border-critical-line bg-critical-subtle text-critical-ink">
        <CircleAlert className="size-4.5" aria-hidden />
      </span>
      <div className="max-w-xl">
        <p className="font-medium">{title}</p>
        {message && <div className="wrap-anywhere mt-1 text-ink-muted text-sm">{message}</div>}
      </div>
      {(onRetry || action) && (
        <div className="flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry} loading={retrying}>
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
      {requestId && (
        <p className="flex items-center gap-1 text-ink-muted text-xs">
          Request <code className="wrap-anywhere text-ink">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
    </div>
  )
}
