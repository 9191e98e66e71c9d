import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { hasEnded } from '../rehearsals/copy-report.rules.ts'
import { AdviceReport } from './AdviceReport.tsx'
import { adviceProgress } from './advice-text.rules.ts'
import { cancelAdvice, indexAdviceQueries, startAdvice } from './index-advice.queries.ts'

/** Tries indexes for a query on a copy of the database. What runs ends when the panel closes. */
export function IndexAdvicePanel({
  projectRef,
  query,
  refusal,
}: {
  projectRef: string
  query: string
  /** Why the member may not. */
  refusal: string | undefined
}) {
  const [id, setId] = useState<string>()
  const start = useMutation(startAdvice(projectRef))
  const { mutate: cancel, isPending: isCancelling } = useMutation(cancelAdvice(projectRef))
  const advice = useQuery({ ...indexAdviceQueries.one(projectRef, id ?? ''), enabled: id !== undefined })
  const running = useRef<string>(undefined)
  running.current = advice.data && !hasEnded(advice.data) ? advice.data.id : undefined
  useEffect(
    () => () => {
      if (running.current !== undefined) cancel(running.current)
    },
    [cancel],
  )
  const begin = () => start.mutate(query, { onSuccess: (begun) => setId(begun.id) })
  return (
    <section aria-label="Index advice" className="flex flex-col gap-3">
      {start.isError && (
        <Callout tone="critical" role="alert" title="Failed to try indexes">
          {start.error.message}
        </Callout>
      )}
      {advice.isError ? (
        <Callout tone="critical" role="alert" title="The index advice was interrupted">
          {advice.error.message}
        </Callout>
      ) : advice.data === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-muted text-sm">
            Indexes for the conditions of this query are built on a copy of the database, and the query runs
            there before and after.
          </p>
          <Button icon={FlaskConical} loading={start.isPending} reason={refusal} onClick={begin}>
            Try indexes on a copy
          </Button>
        </div>
      ) : advice.data.report ? (
        <AdviceReport projectRef={projectRef} report={advice.data.report} />
      ) : hasEnded(advice.data) ? (
        <>
          <Callout
            tone={advice.data.phase === 'failed' ? 'critical' : 'info'}
            role={advice.data.phase === 'failed' ? 'alert' : 'status'}
            title={advice.data.phase === 'failed' ? 'Trying indexes failed' : 'Cancelled'}
          >
            {advice.data.error ?? 'The copy was removed.'}
          </Callout>
          <Button className="self-start" loading={start.isPending} onClick={begin}>
            Try again
          </Button>
        </>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <ProgressBar {...adviceProgress(advice.data)} />
          </div>
          <Button loading={isCancelling} onClick={() => id !== undefined && cancel(id)}>
            Cancel
          </Button>
        </div>
      )}
    </section>
  )
}
