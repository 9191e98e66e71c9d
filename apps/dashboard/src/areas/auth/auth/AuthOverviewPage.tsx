import type { AuthOverview } from '@basalt/contract/auth/auth.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock, PowerOff } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { longDay, shortDay } from '../../../lib/utc-days.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import { type AuthOverviewSearch, failuresByDay, overviewPeriods } from './auth-overview.rules.ts'

const periods = [
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
] as const

/** How many people sign up and in, and how often calls of the auth API fail. */
export function AuthOverviewPage({ project, search }: { project: Project; search: AuthOverviewSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { period = 'week' } = search
  const navigate = useNavigate()
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeAuthUsers, { slug, ref }))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Overview"
        description="Sign-ups, sign-ins and failures by day (UTC)."
        actions={
          <LazySelect
            aria-label="Period"
            className="w-40!"
            options={periods}
            value={period}
            onValueChange={(next) =>
              void navigate({
                to: '.',
                search: { period: next === 'week' ? undefined : next },
                replace: true,
              })
            }
          />
        }
      />
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the users">
          {refusal}
        </EmptyState>
      ) : can('query', status) ? (
        <Charts projectRef={ref} days={overviewPeriods[period]} />
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Numbers are shown while it runs.
        </EmptyState>
      )}
    </div>
  )
}

function Charts({ projectRef: ref, days }: { projectRef: string; days: number }) {
  const overview = useQuery(authQueries.overview(ref, days))
  const failures = useQuery(authQueries.failures(ref, days))
  const of = (name: 'sign_ups' | 'sign_ins' | 'active') => overview.data?.days.map((day) => day[name])
  const names = overview.data?.days.map(({ day }) => day)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Chart
        title="Sign-ups"
        description="New users."
        query={overview}
        days={names}
        values={of('sign_ups')}
      />
      <Chart
        title="Sign-ins"
        description="By any method."
        query={overview}
        days={names}
        values={of('sign_ins')}
      />
      <Chart
        title="Active users"
        description="Different users who signed in on a day."
        query={overview}
        days={names}
        values={of('active')}
      />
      <Chart
        title="Failures"
        description="Calls of the auth API that were refused or failed."
        query={failures}
        days={names}
        values={names && failures.data && failuresByDay(names, failures.data)}
      />
    </div>
  )
}

function Chart({
  title,
  description,
  query,
  days,
  values,
}: {
  title: string
  description: string
  query: UseQueryResult<AuthOverview> | UseQueryResult<Parameters<typeof failuresByDay>[1]>
  days: readonly string[] | undefined
  values: readonly number[] | undefined
}) {
  const total = values?.reduce((sum, value) => sum + value, 0) ?? 0
  const words = (value: number) => value.toLocaleString('en')
  return (
    <Card title={title} description={description}>
      {days && values ? (
        <>
          <BarChart
            label={`${title} by day, at most ${words(Math.max(...values))}. The table below has the numbers.`}
            bars={days.map((day, index) => ({ label: shortDay(day), value: values[index] ?? 0 }))}
            format={words}
          />
          <p className="mt-2 text-ink-muted text-sm">
            {title === 'Active users'
              ? `At most ${words(Math.max(...values))} on a day`
              : `${words(total)} in total`}
          </p>
          <Disclosure summary="Show as table">
            <Table
              label={title}
              dense
              columns={[
                { key: 'day', header: 'Day', cell: ({ day }) => longDay(day) },
                { key: 'count', header: title, align: 'end', cell: ({ value }) => words(value) },
              ]}
              rows={days.map((day, index) => ({ day, value: values[index] ?? 0 })).toReversed()}
              rowKey={({ day }) => day}
            />
          </Disclosure>
        </>
      ) : query.isError ? (
        <ErrorPanel
          title={`Failed to load: ${title}`}
          message={query.error.message}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Card>
  )
}
