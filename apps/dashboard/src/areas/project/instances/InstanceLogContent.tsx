import type { InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { severityTone } from './log-severity.rules.ts'

export function InstanceLogContent({ log }: { log: UseQueryResult<InstanceLogEntry[]> }) {
  if (log.isPending) return <InstanceLogSkeleton />
  if (log.isError)
    return (
      <div className="p-4">
        <ErrorPanel
          title="Failed to retrieve log entries"
          message={log.error.message}
          requestId={requestIdOf(log.error)}
          retrying={log.isFetching}
          onRetry={() => log.refetch()}
        />
      </div>
    )
  if (log.data.length === 0)
    return (
      <EmptyState
        icon={ScrollText}
        frame={false}
        title="No log entries yet"
        action={<Button onClick={() => log.refetch()}>Refresh</Button>}
      >
        The database logs starts, stops, checkpoints and errors.
      </EmptyState>
    )
  return (
    <ol aria-label="Log entries" className="mt-3 border-line border-t">
      {log.data.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; the whole list is replaced at once
        <InstanceLogRow key={index} entry={entry} />
      ))}
    </ol>
  )
}

const optionalFields = ['detail', 'hint', 'statement'] as const
const labels = { detail: 'Detail', hint: 'Hint', statement: 'Statement' }

function InstanceLogRow({ entry }: { entry: InstanceLogEntry }) {
  const visible = optionalFields.filter((field) => entry[field])
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-xs last:border-b-0 sm:flex-nowrap">
      <time dateTime={entry.time} className="w-32 shrink-0 pt-0.5 font-mono text-ink-muted">
        {logTime(entry.time)}
      </time>
      <span className="w-18 shrink-0">
        <Badge tone={severityTone(entry.severity)}>{entry.severity}</Badge>
      </span>
      <div className="wrap-anywhere min-w-0 flex-1 basis-60 pt-0.5 font-mono">
        <p className="whitespace-pre-wrap">{entry.message}</p>
        {visible.map((field) => (
          <p key={field} className="whitespace-pre-wrap text-ink-muted">
            {labels[field]}: {entry[field]}
          </p>
        ))}
      </div>
    </li>
  )
}

const format = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `05 Mar, 14:03:09` in the local time zone; an invalid time is returned unchanged. */
function logTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : format.format(date)
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

function InstanceLogSkeleton() {
  return (
    <div role="status" aria-label="Loading log entries" className="mt-3 border-line border-t">
      {ROWS.map((row) => (
        <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-4 last:border-b-0">
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 flex-1" />
        </div>
      ))}
    </div>
  )
}
