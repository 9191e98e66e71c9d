import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { CAUTION, questionOf, type RunIssue } from '../analysis/finding-words.ts'

const STATEMENTS_SHOWN = 3
const LENGTH_SHOWN = 300

/** Asks before statements that take data away, or do what their words do not tell, and lists what was found. */
export function ConfirmRun({
  issues,
  isOpen,
  onClose,
  onConfirm,
}: {
  issues: readonly RunIssue[]
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={questionOf(issues)}
      confirmLabel="Run"
      onConfirm={onConfirm}
    >
      <p>{CAUTION}</p>
      <ul className="mt-3 flex max-h-[50vh] flex-col gap-3 overflow-y-auto">
        {issues.map((issue) => (
          <li key={issue.title}>
            <Issue issue={issue} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function Issue({ issue: { title, statements } }: { issue: RunIssue }) {
  const others = statements.length - STATEMENTS_SHOWN
  return (
    <>
      <p className="wrap-anywhere text-ink">{title}</p>
      <ul className="mt-1 flex flex-col gap-1 rounded-md border border-line bg-field px-3 py-2">
        {statements.slice(0, STATEMENTS_SHOWN).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a script may say the same twice, and its order stays
          <li key={index} className="truncate font-mono text-ink text-xs leading-5">
            {text.slice(0, LENGTH_SHOWN).replace(/\s+/g, ' ')}
          </li>
        ))}
        {others > 0 && <li className="text-xs">and {others.toLocaleString('en')} more</li>}
      </ul>
    </>
  )
}
