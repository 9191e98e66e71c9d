import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { countRows } from '../results/result-labels.ts'
import { type HeldChange, rollBackOnPageHide } from './held-change.ts'

const SECOND = 1000

/** The outcome of a previewed change, or the buttons to end it while it is open. */
export function PreviewHeader({
  rowCount,
  held,
  onEnd,
  onAgain,
}: {
  rowCount: number
  held: HeldChange | undefined
  onEnd: (how: 'commit' | 'rollback') => void
  /** Previews the same text again. */
  onAgain: () => void
}) {
  const secondsLeft = useSecondsLeft(held)
  const isOpen = held?.state === 'open' && secondsLeft > 0
  useEffect(() => {
    if (!held || !isOpen) return
    const rollBack = () => rollBackOnPageHide(held)
    addEventListener('pagehide', rollBack)
    return () => removeEventListener('pagehide', rollBack)
  }, [held, isOpen])
  const rows = countRows(rowCount)
  return (
    <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2 text-sm">
      <p role="status" className="min-w-0 flex-1">
        <Summary rows={rows} held={held} isOpen={isOpen} />
        {isOpen && (
          // Hidden from screen readers, because it changes every second.
          <span aria-hidden="true" className="text-ink-muted tabular-nums">
            {' '}
            Rolls back in {secondsLeft} s.
          </span>
        )}
      </p>
      {isOpen || held?.state === 'ending' ? (
        <>
          <Button loading={held?.state === 'ending'} onClick={() => onEnd('rollback')}>
            Roll back
          </Button>
          <Button variant="primary" loading={held?.state === 'ending'} onClick={() => onEnd('commit')}>
            Commit
          </Button>
        </>
      ) : (
        held?.state !== 'committed' && <Button onClick={onAgain}>Preview again</Button>
      )}
    </header>
  )
}

function Summary({ rows, held, isOpen }: { rows: string; held: HeldChange | undefined; isOpen: boolean }) {
  if (held?.state === 'committed') return <span className="font-medium">{rows} changed and committed.</span>
  if (held?.failure) return <span className="font-medium text-critical-ink">{held.failure}</span>
  if (isOpen || held?.state === 'ending')
    return (
      <>
        <span className="font-medium">{rows} would change.</span>{' '}
        <span className="text-ink-muted">
          Commit applies exactly this change. Until then, others cannot write to these rows.
        </span>
      </>
    )
  return (
    <>
      <span className="font-medium">{rows} would have changed.</span>{' '}
      <span className="text-ink-muted">The preview was rolled back, so nothing has changed.</span>
    </>
  )
}

/** Whole seconds until the change is rolled back; 0 when it is not open. */
function useSecondsLeft(held: HeldChange | undefined): number {
  const until = held?.state === 'open' ? held.until : 0
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setNow(performance.now()), SECOND)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(0, Math.ceil((until - now) / SECOND))
}
