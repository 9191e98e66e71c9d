import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { DataApiSettingsForm } from './DataApiSettingsForm.tsx'
import { dataApiSettingsQueries } from './data-api-settings.queries.ts'

/** What the Data API of a project shows of its database. */
export function DataApiSettingsPage({ projectRef }: { projectRef: string }) {
  const url = `${location.origin}/p/${projectRef}`
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Data API"
        description="Which schemas of the database requests over HTTP may reach, and how much they get at once. What a request may do there, grants and row level security decide."
      />
      <DescriptionList
        facts={[{ label: 'Project URL', value: <code className="text-xs">{url}</code>, copy: url }]}
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
  // What is there already stays, and what was typed with it: asking again in the background may fail.
  const failed = [settings, ...(isRunning ? [schemas] : [])].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <ErrorPanel
        title="Failed to load the settings of the Data API"
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
