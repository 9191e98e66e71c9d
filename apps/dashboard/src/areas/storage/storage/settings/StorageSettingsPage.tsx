import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../../api/api-error.ts'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { useStorageRefusal } from '../use-storage-refusal.ts'
import { CredentialsCard } from './CredentialsCard.tsx'
import { LimitCard } from './LimitCard.tsx'
import { S3Card } from './S3Card.tsx'
import { storageSettingsQueries } from './settings.queries.ts'

/** The limits and S3 access of a project's storage. */
export function StorageSettingsPage({ project }: { project: Project }) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 sm:px-6">
      <PageHeader
        title="Storage settings"
        description="Limits for files, image transformation and the S3 protocol."
      />
      <Content project={project} />
    </div>
  )
}

function Content({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const config = useQuery(storageSettingsQueries.config(ref))
  const organization = useQuery(organizationQueries.detail(slug))
  const refusal = useStorageRefusal(project, 'changeStorageSettings')
  if (config.isPending || organization.isPending)
    return (
      <div role="status" aria-label="Loading storage settings" className="flex flex-col gap-6">
        <Skeleton className="h-64" />
        <Skeleton className="h-44" />
      </div>
    )
  if (!config.data || !organization.data)
    return (
      <ErrorPanel
        title="Failed to load storage settings"
        message={(config.error ?? organization.error)?.message}
        requestId={requestIdOf(config.error ?? organization.error)}
        onRetry={() => Promise.all([config.refetch(), organization.refetch()])}
        retrying={config.isFetching}
      />
    )
  return (
    <>
      <LimitCard projectRef={ref} config={config.data} plan={organization.data.plan.id} refusal={refusal} />
      <S3Card project={project} config={config.data} refusal={refusal} />
      <CredentialsCard projectRef={ref} refusal={refusal} />
    </>
  )
}
