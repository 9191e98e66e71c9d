import type { InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { InstanceLogRow } from './InstanceLogRow.tsx'
import { InstanceLogSkeleton } from './InstanceLogSkeleton.tsx'

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
        title="Nothing in the log yet"
        action={<Button onClick={() => log.refetch()}>Look again</Button>}
      >
        The database writes here when it starts, stops, takes checkpoints or refuses something.
      </EmptyState>
    )
  return (
    <ol aria-label="Log entries" className="mt-3 border-line border-t">
      {log.data.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity; the whole list is replaced at once
        <InstanceLogRow key={index} entry={entry} />
      ))}
    </ol>
  )
}
