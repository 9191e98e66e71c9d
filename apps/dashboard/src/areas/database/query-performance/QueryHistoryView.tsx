import type { QueryHistory } from '@basalt/contract/query-performance/query-performance.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayAndTime } from '../../../lib/dates.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { ChosenRange } from '../../logs/logs/log-range.port.ts'
import { queryTime } from './performance-text.rules.ts'
import { historyDrawings, historyRows, waitText } from './query-history.rules.ts'
import { queryPerformanceQueries } from './query-performance.queries.ts'

const { LazyPanel: TimeChart } = lazyPanel(
  async () => (await import('../../../ui/chart/TimeChart.tsx')).TimeChart,
  'the chart',
)

const nothing = () => undefined

/** What a query took over time, and what its sessions did when they were sampled. */
export function QueryHistoryView({
  projectRef,
  id,
  range,
}: {
  projectRef: string
  id: string
  range: ChosenRange
}) {
  const history = useQuery(queryPerformanceQueries.history(projectRef, id, range))
  if (history.isError)
    return (
      <p role="alert" className="text-critical-ink text-sm">
        {history.error.message}
      </p>
    )
  if (!history.data) return <Skeleton className="h-48" />
  if (history.data.calls.every((calls) => calls === 0) && history.data.sessions.length === 0)
    return (
      <p className="rounded-md border border-line-strong border-dashed px-4 py-6 text-center text-ink-muted text-sm">
        Nothing was measured of this query in this time.
      </p>
    )
  return (
    <section aria-label="History" className="flex flex-col gap-4">
      <Charts history={history.data} />
      <Plans plans={history.data.plans} />
      <Sampled history={history.data} />
    </section>
  )
}

function Charts({ history }: { history: QueryHistory }) {
  const drawings = useMemo(() => historyDrawings(history), [history])
  const rows = historyRows(history)
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">Time of a call</h3>
      {history.p50_ms !== null && history.p95_ms !== null && (
        <p className="text-ink-muted text-sm">
          Half of the calls were in minutes with a mean up to {queryTime(history.p50_ms)}, and 95% up to{' '}
          {queryTime(history.p95_ms)}.
        </p>
      )}
      <div className="h-40">
        <TimeChart
          label="Mean and longest time of a call over time"
          drawing={drawings.times}
          onChoose={nothing}
        />
      </div>
      <h3 className="font-semibold text-sm">Calls</h3>
      <div className="h-32">
        <TimeChart label="Calls over time" drawing={drawings.calls} onChoose={nothing} />
      </div>
      <Disclosure summary="Show as table">
        <div className="max-h-60 overflow-y-auto">
          <Table
            label="History of the query"
            dense
            rows={rows}
            rowKey={({ start }) => String(start)}
            columns={[
              { key: 'from', header: 'From', cell: ({ start }) => dayAndTime(start) },
              {
                key: 'calls',
                header: 'Calls',
                align: 'end',
                cell: ({ calls }) => calls.toLocaleString('en'),
              },
              { key: 'mean', header: 'Mean', align: 'end', cell: ({ mean }) => queryTime(mean) },
              { key: 'max', header: 'Longest', align: 'end', cell: ({ max }) => queryTime(max) },
            ]}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** The plans over time: a new one on top of those before it. */
function Plans({ plans }: { plans: QueryHistory['plans'] }) {
  if (plans.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold text-sm">Plans</h3>
      <p className="text-ink-muted text-sm">
        Planned every 15 minutes without values, as the role postgres, while it is among the queries that take
        the most time.
      </p>
      {plans.map(({ first_seen, last_seen, cost, text, tables, indexes }) => (
        <div key={first_seen} className="flex flex-col gap-1">
          <p className="text-sm">
            {dayAndTime(first_seen)}
            {first_seen !== last_seen && ` – ${dayAndTime(last_seen)}`}
            <span className="text-ink-muted">
              , cost {cost.toLocaleString('en', { maximumFractionDigits: 0 })}
              {tables.length > 0 && `; reads ${tables.join(', ')}`}
              {indexes.length > 0 && ` by ${indexes.join(', ')}`}
            </span>
          </p>
          <CodeBlock label={`Plan from ${dayAndTime(first_seen)} on`} code={text} />
        </div>
      ))}
    </div>
  )
}

function Sampled({ history: { sessions, applications, blockers } }: { history: QueryHistory }) {
  if (sessions.length === 0 && applications.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold text-sm">What its sessions did</h3>
      <p className="text-ink-muted text-sm">Sessions are sampled every 20 seconds.</p>
      {sessions.length > 0 && (
        <Table
          label="What sessions did"
          dense
          rows={sessions}
          rowKey={({ wait_type, wait_event }) => `${wait_type} ${wait_event}`}
          columns={[
            { key: 'wait', header: 'State', cell: waitText },
            {
              key: 'samples',
              header: 'Samples',
              align: 'end',
              width: '6rem',
              cell: ({ samples }) => samples,
            },
            {
              key: 'longest',
              header: 'Longest so far',
              align: 'end',
              width: '8rem',
              cell: ({ longest_ms }) => queryTime(longest_ms),
            },
          ]}
        />
      )}
      {blockers.length > 0 && (
        <Table
          label="Queries that it waited for"
          dense
          rows={blockers}
          rowKey={({ query }) => query}
          columns={[
            {
              key: 'query',
              header: 'Waited for a session whose last query was',
              cell: ({ query }) => <code className="wrap-anywhere text-xs">{query}</code>,
            },
            {
              key: 'samples',
              header: 'Samples',
              align: 'end',
              width: '6rem',
              cell: ({ samples }) => samples,
            },
          ]}
        />
      )}
      {applications.length > 0 && (
        <p className="text-ink-muted text-sm">
          Sent by{' '}
          {applications
            .map(({ name, samples }) => `${name === '' ? 'a program without a name' : name} (${samples})`)
            .join(', ')}
          .
        </p>
      )}
    </div>
  )
}
