import type { PastMoment } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, SquareArrowOutUpRight, X } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { When } from '../../../ui/text/When.tsx'
import { PastTables } from './PastTables.tsx'
import { pastMomentStatus } from './past-moment.rules.ts'
import { closePast, timeMachineQueries } from './time-machine.queries.ts'

/** The past moments that are open beside the present, and what of them can be brought back. */
export function TimeMachinePanel({
  projectRef,
  refusal,
}: {
  projectRef: string
  /** Why the member may not open, compare and close moments. */
  refusal: string | undefined
}) {
  const { data, error, isFetching, refetch } = useQuery(timeMachineQueries.moments(projectRef))
  const [closed, setClosed] = useState<PastMoment>()
  const close = useMutation(closePast(projectRef))
  if (!data && error)
    return (
      <ErrorPanel
        title="Failed to load the open moments"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <>
      {data.length === 0 && (
        <EmptyState
          icon={History}
          title="No past moment is open"
          action={
            <>
              <ButtonLink
                render={<Link to="/project/$ref/database/backups/pitr" params={{ ref: projectRef }} />}
              >
                Choose a moment
              </ButtonLink>
              <ButtonLink
                render={<Link to="/project/$ref/database/backups/scheduled" params={{ ref: projectRef }} />}
              >
                Choose a backup
              </ButtonLink>
            </>
          }
        >
          Open one beside the present, compare tables, and bring back rows or a dropped table.
        </EmptyState>
      )}
      {data.map((moment) => (
        <MomentCard
          key={moment.ref}
          projectRef={projectRef}
          moment={moment}
          refusal={refusal}
          onClose={() => setClosed(moment)}
        />
      ))}
      <ConfirmDialog
        open={closed !== undefined}
        onOpenChange={(isOpen) => !isOpen && setClosed(undefined)}
        title="Close this moment"
        confirmLabel="Close moment"
        onConfirm={() => close.mutateAsync(closed!)}
      >
        Its read-only branch is deleted. It can be opened again while its backup is kept.
      </ConfirmDialog>
    </>
  )
}

function MomentCard({
  projectRef,
  moment,
  refusal,
  onClose,
}: {
  projectRef: string
  moment: PastMoment
  refusal: string | undefined
  onClose: () => void
}) {
  const { ref, moment: time, status, failure, opened_at } = moment
  const { tone, busy, label } = pastMomentStatus(moment)
  const isOpen = status === 'ACTIVE_HEALTHY'
  const closing = refusal ?? (status === 'GOING_DOWN' ? 'It is being closed' : undefined)
  return (
    <Card
      title={exactTime(time)}
      description={
        <>
          Opened <When time={opened_at} />, read-only. Closes by itself when nobody uses it.
        </>
      }
      padded={false}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <StatusDot tone={tone} busy={busy}>
            {label}
          </StatusDot>
          {isOpen && (
            <ButtonLink
              size="sm"
              icon={SquareArrowOutUpRight}
              render={<Link to="/project/$ref/editor" params={{ ref }} />}
            >
              Browse
            </ButtonLink>
          )}
          <Button size="sm" icon={X} onClick={onClose} {...(closing !== undefined && { reason: closing })}>
            Close
          </Button>
        </span>
      }
    >
      {failure !== null && (
        <div className="px-4 pb-3">
          <Callout tone="critical" title="This moment could not be opened">
            {failure} Close it, and open another one.
          </Callout>
        </div>
      )}
      {isOpen && refusal === undefined && <PastTables projectRef={projectRef} moment={moment} />}
    </Card>
  )
}
