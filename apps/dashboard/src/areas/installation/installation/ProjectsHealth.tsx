import { statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { projectCounts } from './project-counts.rules.ts'

/** The health of the user's projects, with a list of the failing ones. */
export function ProjectsHealth() {
  const projects = useQuery(projectQueries.mine())
  if (projects.isPending) return <Skeleton className="h-44 rounded-md" />
  if (projects.isError)
    return (
      <ErrorPanel
        title="Failed to load projects"
        message={projects.error.message}
        requestId={requestIdOf(projects.error)}
        onRetry={projects.refetch}
        retrying={projects.isFetching}
      />
    )
  if (projects.data.length === 0)
    return (
      <Card title="Your projects">
        <p className="text-ink-muted text-sm">You have no projects yet.</p>
      </Card>
    )
  const { healthy, paused, transitioning, failed } = projectCounts(projects.data)
  return (
    <Card title="Your projects" description="Updates automatically.">
      <DescriptionList
        items={[
          { label: 'Healthy', value: healthy },
          { label: 'In transition', value: transitioning },
          { label: 'Paused', value: paused },
          { label: 'Failing', value: failed.length },
        ]}
      />
      {failed.length > 0 && (
        <ul aria-label="Failing projects" className="mt-3 flex flex-col gap-2 text-sm">
          {failed.map(({ ref, name, status }) => (
            <li key={ref} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <TextLink className="wrap-anywhere" render={<Link to="/project/$ref" params={{ ref }} />}>
                {name}
              </TextLink>
              <StatusDot tone="critical">{statusLabels[status]}</StatusDot>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
