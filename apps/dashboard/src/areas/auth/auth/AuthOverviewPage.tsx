import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, PowerOff } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries } from './auth.queries.ts'
import {
  type AuthOverviewSearch,
  failuresByDay,
  lastDays,
  type OverviewPeriod,
  overviewPeriods,
} from './auth-overview.rules.ts'
import { UnwrittenEntries } from './UnwrittenEntries.tsx'

const periodNames: Record<OverviewPeriod, string> = { week: 'Last 7 days', month: 'Last 30 days' }
const periods = (['week', 'month'] as const).map((value) => ({ value, label: periodNames[value] }))

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
        <>
          <UnwrittenEntries projectRef={ref} />
          <Charts projectRef={ref} period={period} />
        </>
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Numbers are shown while it runs.
        </EmptyState>
      )}
    </div>
  )
}

function Charts({ projectRef: ref, period }: { projectRef: string; period: OverviewPeriod }) {
  const days = overviewPeriods[period]
  const overview = useQuery(authQueries.overview(ref, days))
  const failures = useQuery(authQueries.failures(ref, days))
  const of = (name: 'sign_ups' | 'sign_ins' | 'active') =>
    overview.data?.days.map((day) => ({ day: day.day, count: day[name] }))
  // Not those of the other call, which may have failed.
  const names = failures.data && lastDays(days, new Date(failures.dataUpdatedAt))
  const counts = names && failures.data && failuresByDay(names, failures.data)
  const shared = { query: overview, period }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Chart title="Sign-ups" description="New users." days={of('sign_ups')} {...shared} />
      <Chart title="Sign-ins" description="By any method." days={of('sign_ins')} {...shared} />
      <Chart
        title="Active users"
        description="Different users who signed in on a day."
        isPerDay
        days={of('active')}
        {...shared}
      />
      <Chart
        title="Failures"
        description="Calls of the auth API that were refused or failed."
        query={failures}
        period={period}
        days={names?.map((day, index) => ({ day, count: counts?.[index] ?? 0 }))}
        action={
          <TextLink
            className="text-sm"
            render={
              <Link
                to="/project/$ref/logs/$source"
                params={{ ref, source: 'auth-logs' }}
                search={{ q: 'level:warning,error' }}
              />
            }
          >
            Logs
          </TextLink>
        }
      />
    </div>
  )
}

/** One number by day. */
function Chart({
  title,
  description,
  action,
  query,
  period,
  days,
  isPerDay = false,
}: {
  title: string
  description: string
  action?: ReactNode
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>
  period: OverviewPeriod
  /** Oldest first; undefined without an answer. */
  days: readonly { day: string; count: number }[] | undefined
  /** Do the days not add up, because the same users are active on several? */
  isPerDay?: boolean
}) {
  return (
    <Card title={title} description={description} actions={action}>
      {days ? (
        <Days title={title} period={period} days={days} isPerDay={isPerDay} />
      ) : query.isError ? (
        <ErrorPanel
          title={`Failed to load: ${title}`}
          message={query.error?.message ?? ''}
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

const words = (value: number) => value.toLocaleString('en')

function Days({
  title,
  period,
  days,
  isPerDay,
}: {
  title: string
  period: OverviewPeriod
  days: readonly { day: string; count: number }[]
  isPerDay: boolean
}) {
  const most = Math.max(...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <BarChart
        label={`${title} by day, at most ${words(most)}. The table below has the numbers.`}
        bars={days.map(({ day, count }) => ({ label: shortDay(day), value: count }))}
        format={words}
      />
      <p className="mt-2 text-ink-muted text-sm">
        {most === 0
          ? `None in the ${periodNames[period].toLowerCase()}`
          : isPerDay
            ? `At most ${words(most)} on a day`
            : `${words(total)} in total`}
      </p>
      <Disclosure summary="Show as table">
        <Table
          label={title}
          dense
          columns={[
            { key: 'day', header: 'Day', cell: ({ day }) => longDay(day) },
            { key: 'count', header: title, align: 'end', cell: ({ count }) => words(count) },
          ]}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
        />
      </Disclosure>
    </>
  )
}
