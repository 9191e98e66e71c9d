import type { UseQueryResult } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { failedWith, requestIdOf } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { DocSkeleton } from './DocSkeleton.tsx'

/** Renders a query's result, or its loading, not-found or error state. */
export function LoadedDoc<Data>({
  query,
  name,
  children,
}: {
  query: UseQueryResult<Data>
  name: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined && !failedWith(query.error, 'not_found')) return children(query.data)
  if (query.isPending) return <DocSkeleton />
  if (failedWith(query.error, 'not_found'))
    return (
      <EmptyState icon={FileQuestion} title={`${name} does not exist`}>
        It was renamed or dropped, or its schema is no longer exposed. Choose another item from the contents.
      </EmptyState>
    )
  return (
    <ErrorPanel
      title={`Failed to load the documentation of ${name}`}
      message={query.error?.message}
      requestId={requestIdOf(query.error)}
      onRetry={query.refetch}
      retrying={query.isFetching}
    />
  )
}
