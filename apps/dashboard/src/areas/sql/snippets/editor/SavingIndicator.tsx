import { Check, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import type { DocumentSnapshot } from '../saving/document-snapshot.ts'
import { SAVED_INDICATOR_MS, savingStatus } from './saving-status.rules.ts'

/** The saving state of a query: a spinner, a brief check mark, or an error with an action. */
export function SavingIndicator({
  snapshot,
  onRetry,
  onSaveAsNew,
}: {
  snapshot: DocumentSnapshot
  onRetry: () => void
  onSaveAsNew: () => void
}) {
  const justSaved = useJustSaved(snapshot.saves)
  const { indicator, message, action } = savingStatus(snapshot)
  return (
    <div className="flex items-center gap-2 text-ink-muted text-xs">
      <span role="status" className="flex items-center gap-1.5">
        {indicator === 'saving' && <Spinner label="Saving" />}
        {indicator === 'none' && justSaved && (
          <>
            <Check className="size-4 text-success-ink" aria-hidden />
            <span className="max-md:sr-only">Saved</span>
          </>
        )}
        {indicator === 'failed' && (
          <Tooltip side="bottom" content={message}>
            <span className="flex items-center gap-1.5 text-warning-ink">
              <TriangleAlert className="size-4" aria-hidden />
              <span className="max-md:sr-only">Not saved</span>
              <span className="sr-only">{message}</span>
            </span>
          </Tooltip>
        )}
      </span>
      {action === 'retry' && (
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Retry
        </Button>
      )}
      {action === 'save-as-new' && (
        <Button size="sm" onClick={onSaveAsNew}>
          Save as new query
        </Button>
      )}
    </div>
  )
}

function useJustSaved(saves: number) {
  const [indicated, setIndicated] = useState(0)
  useEffect(() => {
    if (saves === 0) return
    setIndicated(saves)
    const timer = setTimeout(() => setIndicated(0), SAVED_INDICATOR_MS)
    return () => clearTimeout(timer)
  }, [saves])
  return indicated > 0
}
