import type { Activity } from '@basalt/contract/query/activity.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { When } from '../../../../ui/text/When.tsx'
import { endActivity, queryQueries } from '../query.queries.ts'

/** Lists everyone's running queries in a database, and cancels or terminates them. */
export function RunningQueriesSheet({
  projectRef,
  replica,
  isOpen,
  onOpenChange,
}: {
  projectRef: string
  /** The identifier of a replica; undefined for the primary. */
  replica: string | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Running queries on ${replica === undefined ? 'primary database' : 'read replica'}`}
      description="Active queries and open transactions. Refreshes every few seconds."
      size="lg"
    >
      <SheetBody>
        <RunningQueries projectRef={projectRef} replica={replica} />
      </SheetBody>
    </Sheet>
  )
}

interface Ending {
  activity: Activity
  how: 'cancel' | 'terminate'
}

function RunningQueries({ projectRef, replica }: { projectRef: string; replica: string | undefined }) {
  const query = useQuery(queryQueries.activity(projectRef, replica))
  const end = useMutation(endActivity(projectRef, replica))
  const [ending, setEnding] = useState<Ending>()
  const [isConfirming, setConfirming] = useState(false)

  if (query.isPending) return <Skeleton className="h-24" />
  if (query.isError)
    return (
      <ErrorPanel
        title="Failed to load running queries"
        message={query.error.message}
        onRetry={() => query.refetch()}
      />
    )
  const refresh = (
    <IconButton label="Refresh" icon={RefreshCw} loading={query.isFetching} onClick={() => query.refetch()} />
  )
  if (query.data.length === 0)
    return (
      <EmptyState icon={SquareTerminal} title="No running queries" frame={false} action={refresh}>
        No queries are running in this database.
      </EmptyState>
    )
  const confirmEnd = (activity: Activity, how: Ending['how']) => {
    setEnding({ activity, how })
    setConfirming(true)
  }
  return (
    <>
      <div className="flex items-center justify-between">
        <p className="text-ink-muted text-sm">
          {query.data.length === 1 ? '1 query' : `${query.data.length} queries`}
        </p>
        {refresh}
      </div>
      <ul className="flex flex-col gap-3">
        {query.data.map((activity) => (
          <li key={`${activity.pid} ${activity.connected_at}`}>
            <RunningQuery activity={activity} onEnd={(how) => confirmEnd(activity, how)} />
          </li>
        ))}
      </ul>
      {ending && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title={`Confirm to ${verbOf(ending.how)} this query? (ID: ${ending.activity.pid})`}
          confirmLabel={ending.how === 'cancel' ? 'Cancel query' : 'Terminate connection'}
          onConfirm={async () => {
            const { pid, connected_at } = ending.activity
            await end.mutateAsync({ pid, connected_at, how: ending.how })
            toast({ tone: 'success', title: `Successfully ${participleOf(ending.how)} query (ID: ${pid})` })
          }}
        >
          {ending.how === 'cancel'
            ? 'Its transaction is rolled back. Its connection stays open.'
            : 'Its transaction is rolled back and its client is disconnected.'}
        </ConfirmDialog>
      )}
    </>
  )
}

const verbOf = (how: Ending['how']) => (how === 'cancel' ? 'abort' : 'terminate')
const participleOf = (how: Ending['how']) => (how === 'cancel' ? 'aborted' : 'terminated')

function RunningQuery({ activity, onEnd }: { activity: Activity; onEnd: (how: Ending['how']) => void }) {
  const { pid, query, state, role, application, query_started_at, waits_for } = activity
  return (
    <article className="rounded-md border border-line bg-surface-1" aria-label={`Query ${pid}`}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="wrap-anywhere max-h-32 overflow-auto whitespace-pre-wrap border-line border-b px-3 py-2 text-xs leading-5"
      >
        {query || '(query not available)'}
      </pre>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-ink-muted text-xs">
        <span>PID {pid}</span>
        {query_started_at && (
          <span>
            Started <When time={query_started_at} />
          </span>
        )}
        <span>{role}</span>
        {application && <span>{application}</span>}
        {state !== 'active' && <span className="text-warning-ink">{state}</span>}
        {waits_for && state === 'active' && <span>Waiting for {waits_for}</span>}
        <span className="ml-auto flex gap-2">
          <Button size="sm" onClick={() => onEnd('cancel')}>
            Cancel
          </Button>
          <Button size="sm" variant="danger" onClick={() => onEnd('terminate')}>
            Terminate
          </Button>
        </span>
      </div>
    </article>
  )
}
