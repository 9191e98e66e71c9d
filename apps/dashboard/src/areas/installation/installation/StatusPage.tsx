import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { installationQueries } from './installation.queries.ts'
import { ProjectsHealth } from './ProjectsHealth.tsx'

/** The status page of the installation. */
export function StatusPage({ breadcrumb }: { breadcrumb: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Status"
        description="The current state of this installation."
        breadcrumb={breadcrumb}
      />
      <PlatformHealth />
      <ProjectsHealth />
    </div>
  )
}

/** Whether the server and its database respond, and how fast. */
function PlatformHealth() {
  const health = useQuery(installationQueries.health())
  if (health.isPending) return <Skeleton className="h-44 rounded-md" />
  if (health.isError)
    return (
      <ErrorPanel
        title="The platform does not answer"
        message={health.error.message}
        requestId={requestIdOf(health.error)}
        onRetry={health.refetch}
        retrying={health.isFetching}
      />
    )
  return (
    <Card title="Platform" description="Refreshes every 10 seconds">
      <DescriptionList
        items={[
          { label: 'Server and metadata', value: <StatusDot tone="success">Answering</StatusDot> },
          { label: 'Response time', value: `${health.data.answerMs} ms` },
          { label: 'Version', value: health.data.version },
        ]}
      />
    </Card>
  )
}
