import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { MfaRequirement } from './MfaRequirement.tsx'
import { mfaQueries } from './mfa.queries.ts'

/** The security page of an organization. */
export function OrganizationSecurity({ slug, tabs }: { slug: string; tabs: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organization settings" />
      {tabs}
      <Card
        title="Require multi-factor authentication"
        description="Members without it see only the name of this organization."
      >
        <Requirement slug={slug} />
      </Card>
    </div>
  )
}

function Requirement({ slug }: { slug: string }) {
  const requirement = useQuery(mfaQueries.organization(slug))
  const own = useQuery(mfaQueries.status())
  const failed = [requirement, own].find(({ isError }) => isError)
  if (failed)
    return (
      <ErrorPanel
        title="Failed to load the security settings"
        message={failed.error?.message}
        requestId={requestIdOf(failed.error)}
        onRetry={failed.refetch}
        retrying={failed.isFetching}
      />
    )
  if (!requirement.data || !own.data)
    return (
      <div role="status" aria-label="Loading security settings">
        <Skeleton className="h-8 w-full" />
      </div>
    )
  return (
    <MfaRequirement slug={slug} requirement={requirement.data} isEnrolled={own.data.enrolled_at !== null} />
  )
}
