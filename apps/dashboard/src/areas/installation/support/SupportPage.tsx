import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failedWith, requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { SupportRequestForm } from './SupportRequestForm.tsx'
import { supportQueries } from './support.queries.ts'

/** The support page: collects a diagnostics file for the user to review and share. */
export function SupportPage({
  projectRef,
  breadcrumb,
}: {
  projectRef: string | undefined
  breadcrumb: ReactNode
}) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Contact support"
        description="Describe the problem, review the file and share it with your support contact. Nothing is sent automatically."
        breadcrumb={breadcrumb}
      />
      <SupportContent projectRef={projectRef} />
    </div>
  )
}

function SupportContent({ projectRef }: { projectRef: string | undefined }) {
  const bundle = useQuery(supportQueries.bundle(projectRef))
  if (bundle.isPending) return <Skeleton className="h-128 rounded-md" />
  if (bundle.isError) {
    const isUnknown = failedWith(bundle.error, 'not_found') || failedWith(bundle.error, 'validation_failed')
    return (
      <ErrorPanel
        title={isUnknown ? 'Project not found' : 'Failed to collect the support bundle'}
        message={isUnknown ? 'It was deleted, or you are not a member.' : bundle.error.message}
        requestId={requestIdOf(bundle.error)}
        {...(!isUnknown && { onRetry: bundle.refetch, retrying: bundle.isFetching })}
        action={
          projectRef !== undefined && (
            <ButtonLink render={<Link to="/support/new" search={{}} />}>
              Continue without a project
            </ButtonLink>
          )
        }
      />
    )
  }
  return (
    <SupportRequestForm
      bundle={bundle.data}
      onRefresh={() => void bundle.refetch()}
      isRefreshing={bundle.isFetching}
    />
  )
}
