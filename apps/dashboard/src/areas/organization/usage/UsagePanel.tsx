import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartArea } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatPeriod } from '../../../lib/utc-days.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { UsageContent } from './UsageContent.tsx'
import { usageQueries } from './usage.queries.ts'
import { rangeOf } from './usage-range.rules.ts'
import type { UsageSearch } from './usage-search.rules.ts'

export function UsagePanel({
  slug,
  createdAt,
  search,
  onSearchChange,
}: {
  slug: string
  createdAt: string
  search: UsageSearch
  onSearchChange: (search: UsageSearch) => void
}) {
  const { projectRef } = search
  const filter = { projectRef, range: rangeOf(search, createdAt, new Date()) }
  const usage = useQuery(usageQueries.items(slug, filter))
  const daily = useQuery(usageQueries.daily(slug, filter))

  if (usage.isError || daily.isError) {
    const failed = usage.isError ? usage : daily
    return (
      <ErrorPanel
        title="Failed to load the usage"
        message={failed.error?.message}
        requestId={requestIdOf(failed.error)}
        onRetry={() => failed.refetch()}
        retrying={failed.isFetching}
        action={
          projectRef !== undefined && (
            <Button onClick={() => onSearchChange({ ...search, projectRef: undefined })}>
              Show all projects
            </Button>
          )
        }
      />
    )
  }
  if (usage.isPending || daily.isPending) return <UsageSkeleton />
  const words = formatPeriod(usage.data.period_start, usage.data.period_end)
  const isEmpty = daily.data.series.every(({ values }) => values.every((value) => value === null))
  if (isEmpty)
    return (
      <EmptyState
        icon={ChartArea}
        title={`No data from ${words}`}
        action={
          filter.range ? (
            <Button onClick={() => onSearchChange({ projectRef })}>Show the current period</Button>
          ) : (
            <ButtonLink render={<Link to="/org/$slug" params={{ slug }} />}>Go to the projects</ButtonLink>
          )
        }
      >
        Projects are measured every ten minutes once their database is running.
      </EmptyState>
    )
  return (
    <>
      <p className="text-ink-muted text-sm tabular-nums">{words}</p>
      <UsageContent usage={usage.data} daily={daily.data} byProject={projectRef === undefined} />
    </>
  )
}

function UsageSkeleton() {
  return (
    <>
      <TableSkeleton label="Loading usage" columns={5} rows={6} />
      <Skeleton className="h-6 w-24" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-md" />
        <Skeleton className="h-80 rounded-md" />
      </div>
    </>
  )
}
