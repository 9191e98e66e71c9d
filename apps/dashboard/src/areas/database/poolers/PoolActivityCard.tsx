import type { PoolActivity } from '@basalt/contract/poolers/poolers.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { closingsOf, waitsOf } from './pool-activity.rules.ts'
import { poolerQueries } from './poolers.queries.ts'

/** Live counters of a project's pools. */
export function PoolActivityCard({ projectRef }: { projectRef: string }) {
  return (
    <Card title="Pool activity" description="Counted since each pool was opened. Refreshes every 10 seconds.">
      <Pools projectRef={projectRef} />
    </Card>
  )
}

function Pools({ projectRef }: { projectRef: string }) {
  const { data, error, isFetching, refetch } = useQuery(poolerQueries.activity(projectRef))
  if (!data && !error) return <Skeleton className="h-24 w-full" />
  if (!data)
    return (
      <ErrorPanel
        title="Failed to load pool activity"
        message={error?.message ?? ''}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (data.length === 0)
    return <p className="text-ink-muted text-sm">No pool is open. The first client of a role opens one.</p>
  return (
    <Table
      label="Pool activity"
      rows={data}
      rowKey={({ pool_mode, role, database }) => `${pool_mode} ${role} ${database}`}
      columns={[
        { key: 'pool', header: 'Pool', cell: (pool) => <PoolName pool={pool} /> },
        { key: 'clients', header: 'Clients', align: 'end', cell: ({ clients }) => count(clients) },
        {
          key: 'servers',
          header: 'Server connections',
          align: 'end',
          cell: ({ servers: { active, idle, max } }) => `${active} active, ${idle} idle of ${max}`,
        },
        { key: 'waiting', header: 'Waiting', align: 'end', cell: waitsOf },
        {
          key: 'closed',
          header: 'Opened, closed',
          align: 'end',
          wideOnly: true,
          cell: (pool) => <Closings pool={pool} />,
        },
      ]}
    />
  )
}

const count = ({ idle, active, waiting }: PoolActivity['clients']) => idle + active + waiting

function PoolName({ pool: { role, database, pool_mode } }: { pool: PoolActivity }) {
  return (
    <>
      <code className="text-xs">{`${role} on ${database}`}</code>
      <span className="text-ink-muted text-xs"> {pool_mode}</span>
    </>
  )
}

function Closings({ pool }: { pool: PoolActivity }) {
  const { usual, unusual } = closingsOf(pool)
  return (
    <>
      {pool.totals.opened}, {usual}
      {unusual.map((label) => (
        <span key={label} className="block text-ink-muted text-xs">
          {label}
        </span>
      ))}
    </>
  )
}
