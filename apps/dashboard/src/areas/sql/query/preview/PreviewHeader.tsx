import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { countRows } from '../results/result-words.ts'
import { type HeldChange, undoWhileLeaving } from './held-change.ts'

const SECOND = 1000

/** What became of a previewed change, or what can be done with it while it is open. */
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
    const leave = () => undoWhileLeaving(held)
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [held, isOpen])
  const rows = countRows(rowCount)
  return (
    <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2 text-sm">
      <p role="status" className="min-w-0 flex-1">
        <Words rows={rows} held={held} isOpen={isOpen} />
        {isOpen && (
          // Told every second, and so not aloud.
          <span aria-hidden="true" className="text-ink-muted tabular-nums">
            {' '}
            Undone in {secondsLeft} s otherwise.
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

function Words({ rows, held, isOpen }: { rows: string; held: HeldChange | undefined; isOpen: boolean }) {
  if (held?.state === 'committed') return <span className="font-medium">{rows} changed and committed.</span>
  if (held?.failure) return <span className="font-medium text-critical-ink">{held.failure}</span>
  if (isOpen || held?.state === 'ending')
    return (
      <>
        <span className="font-medium">{rows} would change.</span>{' '}
        <span className="text-ink-muted">
          Commit keeps exactly this change. Until then others cannot write to these rows.
        </span>
      </>
    )
  return (
    <>
      <span className="font-medium">{rows} would have changed.</span>{' '}
      <span className="text-ink-muted">The preview was rolled back: nothing has changed.</span>
    </>
  )
}

/** Whole seconds until the change is undone; 0 for one that is not open. */
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
