import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'

/** Replaces the panel when databases or poolers failed to load. */
export function SettingsError({
  error,
  retry,
  isFetching,
}: {
  error: Error | null
  retry: () => void
  isFetching: boolean
}) {
  return (
    <ErrorPanel
      title="Failed to retrieve database settings"
      message={error?.message ?? 'The project has no database.'}
      requestId={requestIdOf(error)}
      onRetry={retry}
      retrying={isFetching}
    />
  )
}
