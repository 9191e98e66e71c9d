import { Check, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import type { DocumentSnapshot } from '../saving/document-snapshot.ts'
import { SAVED_SHOWN_MS, savingWords } from './saving-words.rules.ts'

/** Whether the text is safe: a spinner while it is saved, a check for a moment, or what to do. */
export function SavingIndicator({
  snapshot,
  onRetry,
  onMakeAgain,
}: {
  snapshot: DocumentSnapshot
  onRetry: () => void
  onMakeAgain: () => void
}) {
  const justSaved = useJustSaved(snapshot.saves)
  const { look, words, action } = savingWords(snapshot)
  return (
    <div className="flex items-center gap-2 text-ink-muted text-xs">
      <span role="status" className="flex items-center gap-1.5">
        {look === 'saving' && <Spinner label="Saving" />}
        {look === 'none' && justSaved && (
          <>
            <Check className="size-4 text-success-ink" aria-hidden />
            <span className="max-md:sr-only">Saved</span>
          </>
        )}
        {look === 'failed' && (
          <Tooltip side="bottom" content={words}>
            <span className="flex items-center gap-1.5 text-warning-ink">
              <TriangleAlert className="size-4" aria-hidden />
              <span className="max-md:sr-only">Not saved</span>
              <span className="sr-only">{words}</span>
            </span>
          </Tooltip>
        )}
      </span>
      {action === 'retry' && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
      )}
      {action === 'make-again' && (
        <Button size="sm" onClick={onMakeAgain}>
          Save it again
        </Button>
      )}
    </div>
  )
}

function useJustSaved(saves: number) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (saves === 0) return
    setShown(saves)
    const timer = setTimeout(() => setShown(0), SAVED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [saves])
  return shown > 0
}
