import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { JobItem } from './JobItem.tsx'
import { jobQueries } from './jobs.queries.ts'

/** The background jobs of the installation, for its owner. */
export function JobsCard() {
  return (
    <Card title="Background jobs" description="Refreshes every 5 seconds.">
      <Jobs />
    </Card>
  )
}

function Jobs() {
  const jobs = useQuery(jobQueries.list())
  if (jobs.isPending)
    return (
      <div role="status" aria-label="Loading jobs" className="space-y-2">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    )
  if (jobs.isError)
    return (
      <ErrorPanel
        title="Failed to load jobs"
        message={jobs.error.message}
        requestId={requestIdOf(jobs.error)}
        onRetry={jobs.refetch}
        retrying={jobs.isFetching}
      />
    )
  if (jobs.data.length === 0)
    return (
      <EmptyState icon={CalendarClock} title="No background jobs">
        This installation has no background jobs.
      </EmptyState>
    )
  return (
    <ul aria-label="Background jobs" className="divide-y divide-line rounded-md border border-line">
      {jobs.data.map((job) => (
        <JobItem key={job.name} job={job} />
      ))}
    </ul>
  )
}
