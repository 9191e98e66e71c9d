import { Button } from '../../../../ui/controls/Button.tsx'
import { AiAbsent } from '../AiAbsent.tsx'
import type { AiAbsence } from '../use-ai-absence.ts'

/** Stands in the place of the prompt where nobody could answer it. */
export function AbsentBox({ onClose, ...props }: { absence: AiAbsence; slug: string; onClose: () => void }) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-2 rounded-md border border-line-strong bg-floating p-3 font-sans text-ink text-sm shadow-floating">
      <AiAbsent {...props} />
      <Button size="sm" onClick={onClose} autoFocus>
        Close
      </Button>
    </div>
  )
}
