import type { ConnectionCheck as Checked } from '@basalt/contract/connect/connect.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../../ui/controls/Button.tsx'
import { StatusDot } from '../../../../ui/feedback/StatusDot.tsx'
import { connectQueries } from '../connect.queries.ts'
import type { Connection } from './connections.rules.ts'

/** Whether the database accepts connections: the server connects to the displayed address. */
export function ConnectionCheck({
  projectRef,
  identifier,
  connection: { method, pooler },
}: {
  projectRef: string
  identifier: string
  connection: Connection
}) {
  const check = useQuery(connectQueries.check(projectRef, identifier, method, pooler))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1" role="status">
      <Result isPending={check.isPending} error={check.error} data={check.data} />
      <Button size="sm" variant="ghost" loading={check.isFetching} onClick={() => check.refetch()}>
        Check again
      </Button>
    </div>
  )
}

function Result({
  isPending,
  error,
  data,
}: {
  isPending: boolean
  error: Error | null
  data: Checked | undefined
}) {
  if (isPending)
    return (
      <StatusDot tone="neutral" busy>
        Connecting to this address…
      </StatusDot>
    )
  if (!data?.reached)
    return (
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        {data?.reached === null ? (
          <StatusDot tone="neutral">Not tried</StatusDot>
        ) : (
          <StatusDot tone="critical">Not reached</StatusDot>
        )}
        <span className="text-ink-muted text-sm">{data?.failure ?? error?.message}</span>
      </span>
    )
  return (
    <StatusDot tone="success">
      Logged in as {data.role} in {data.latency_ms} ms, {data.tls ? 'encrypted' : 'not encrypted'}
    </StatusDot>
  )
}
