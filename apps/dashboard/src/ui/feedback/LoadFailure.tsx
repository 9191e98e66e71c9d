import { Button } from '../controls/Button.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

/**
 * Replaces a component whose code failed to load. Some browsers do not retry a failed module, so after a second failure
 * it offers to reload the page.
 */
export function LoadFailure({
  title,
  attempts,
  isLoading,
  retry,
}: {
  title: string
  /** The number of failed attempts. */
  attempts: number
  isLoading: boolean
  retry: () => void
}) {
  return (
    <ErrorPanel
      title={title}
      message="Check the connection and try again."
      onRetry={retry}
      retrying={isLoading}
      action={attempts > 1 && <Button onClick={() => location.reload()}>Reload page</Button>}
    />
  )
}
