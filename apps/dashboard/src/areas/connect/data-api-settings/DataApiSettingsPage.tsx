import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { DataApiSettingsForm } from './DataApiSettingsForm.tsx'
import { dataApiSettingsQueries } from './data-api-settings.queries.ts'

/** The Data API settings of a project. */
export function DataApiSettingsPage({ projectRef }: { projectRef: string }) {
  const url = `${location.origin}/p/${projectRef}`
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Data API"
        description="The schemas that HTTP requests can access, and how many rows they return. Grants and row level security apply."
      />
      <DescriptionList
        items={[{ label: 'Project URL', value: <code className="text-xs">{url}</code>, copy: url }]}
      />
      <Settings projectRef={projectRef} />
    </div>
  )
}

function Settings({ projectRef }: { projectRef: string }) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const isRunning = project.status === 'ACTIVE_HEALTHY'
  const settings = useQuery(dataApiSettingsQueries.of(projectRef))
  const schemas = useQuery({ ...dataApiSettingsQueries.schemas(projectRef), enabled: isRunning })
  if (settings.isPending || (isRunning && schemas.isPending))
    return (
      <div role="status" aria-label="Loading settings" className="flex flex-col gap-4">
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
      </div>
    )
  // A failed background refetch must not discard the form.
  const failed = [settings, ...(isRunning ? [schemas] : [])].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <ErrorPanel
        title="Failed to load the Data API settings"
        message={failed.error?.message}
        requestId={requestIdOf(failed.error)}
        onRetry={failed.refetch}
        retrying={failed.isFetching}
      />
    )
  if (!settings.data) return null
  return (
    <DataApiSettingsForm
      key={projectRef}
      project={project}
      settings={settings.data}
      schemas={isRunning ? schemas.data : undefined}
    />
  )
}
