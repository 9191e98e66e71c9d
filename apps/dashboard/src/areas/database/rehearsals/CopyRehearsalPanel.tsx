import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { CopyReportView } from './CopyReportView.tsx'
import { hasEnded, progressOf, roomText, WAITING } from './copy-report.rules.ts'
import { cancelOnCopy, rehearsalQueries, rehearseOnCopy } from './rehearsals.queries.ts'

/** Rehearses SQL on a copy of the database. What runs ends when the panel closes; a panel is for one text. */
export function CopyRehearsalPanel({ projectRef, sql }: { projectRef: string; sql: string }) {
  const [id, setId] = useState<string>()
  const start = useMutation(rehearseOnCopy(projectRef))
  const begun = useEndAtClose(projectRef, id)
  const begin = () =>
    start.mutateAsync(sql).then(
      (rehearsal) => {
        begun(rehearsal.id)
        setId(rehearsal.id)
      },
      // It is displayed.
      () => undefined,
    )
  return (
    <section aria-label="Rehearsal on a copy" className="flex flex-col gap-3">
      {start.isError && (
        <Callout tone="critical" role="alert" title="Failed to start the rehearsal">
          {start.error.message}
        </Callout>
      )}
      {id === undefined ? (
        <StartOnCopy projectRef={projectRef} isStarting={start.isPending} onStart={begin} />
      ) : (
        <Followed projectRef={projectRef} id={id} onAgain={begin} isStarting={start.isPending} />
      )}
    </section>
  )
}

/**
 * Cancels a rehearsal that still runs when the panel closes. Returns what to call when one has begun, which may be after
 * that.
 */
function useEndAtClose(projectRef: string, id: string | undefined) {
  const { mutate: cancel } = useMutation(cancelOnCopy(projectRef))
  const { data } = useQuery({ ...rehearsalQueries.one(projectRef, id ?? ''), enabled: id !== undefined })
  const running = useRef<string>(undefined)
  const isOpen = useRef(true)
  useEffect(() => {
    if (data && hasEnded(data) && running.current === data.id) running.current = undefined
  }, [data])
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (running.current !== undefined) cancel(running.current)
    }
  }, [cancel])
  return (begun: string) => {
    running.current = begun
    if (!isOpen.current) cancel(begun)
  }
}

function StartOnCopy({
  projectRef,
  isStarting,
  onStart,
}: {
  projectRef: string
  isStarting: boolean
  onStart: () => void
}) {
  const room = useQuery(rehearsalQueries.room(projectRef))
  const reason = room.data?.fits === false ? 'A copy does not fit on the disk' : undefined
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-muted text-sm">
        A copy of the database shows how long it takes with the real rows.{' '}
        {room.isError ? room.error.message : room.data && roomText(room.data)}
      </p>
      <Button
        loading={isStarting}
        onClick={onStart}
        {...((reason ?? (room.data ? undefined : 'The free space is not known yet')) !== undefined && {
          reason: reason ?? 'The free space is not known yet',
        })}
      >
        Rehearse on a copy
      </Button>
    </div>
  )
}

function Followed({
  projectRef,
  id,
  onAgain,
  isStarting,
}: {
  projectRef: string
  id: string
  onAgain: () => void
  isStarting: boolean
}) {
  const rehearsal = useQuery(rehearsalQueries.one(projectRef, id))
  const cancel = useMutation(cancelOnCopy(projectRef))
  const again = (
    <Button className="self-start" loading={isStarting} onClick={onAgain}>
      Rehearse on a copy again
    </Button>
  )
  if (rehearsal.isError)
    return (
      <>
        <Callout tone="critical" role="alert" title="The rehearsal was interrupted">
          {rehearsal.error.message}
        </Callout>
        {again}
      </>
    )
  if (!rehearsal.data) return <ProgressBar label={WAITING} value={null} />
  const { phase, report, error } = rehearsal.data
  if (report) return <CopyReportView report={report} />
  if (phase === 'failed' || phase === 'cancelled')
    return (
      <>
        <Callout
          tone={phase === 'failed' ? 'critical' : 'info'}
          role={phase === 'failed' ? 'alert' : 'status'}
          title={phase === 'failed' ? 'The rehearsal on a copy failed' : 'Rehearsal cancelled'}
        >
          {error ?? 'Its copy was removed.'}
        </Callout>
        {again}
      </>
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <ProgressBar {...progressOf(rehearsal.data)} />
      </div>
      <Button loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
        Cancel rehearsal
      </Button>
    </div>
  )
}
