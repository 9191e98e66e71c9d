import { Button } from '../controls/Button.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'

/**
 * Stands where a part of the program could not be loaded. Some browsers remember that a file failed and do not ask for it
 * again, so after a second failure the page can be loaded again.
 */
export function LoadFailure({
  title,
  attempts,
  isLoading,
  retry,
}: {
  title: string
  /** How often it was loaded in vain. */
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
