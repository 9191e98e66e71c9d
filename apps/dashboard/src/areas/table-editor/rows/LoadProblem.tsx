import { Button } from '../../../ui/controls/Button.tsx'

/** Rows that could not be loaded while scrolling. */
export function LoadProblem({
  failed,
  onRetry,
}: {
  failed: { readonly [kind: string]: Error }
  onRetry: () => void
}) {
  const [error] = Object.values(failed)
  if (!error) return null
  return (
    <div
      role="alert"
      className="flex min-h-8 shrink-0 items-center gap-2 border-critical-line border-b bg-critical-subtle px-3 py-1 text-critical-ink text-xs"
    >
      <p className="wrap-anywhere min-w-0 flex-1">Some rows could not be loaded. {error.message}</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
