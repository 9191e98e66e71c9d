import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { CAUTION, confirmationTitle, type RunIssue } from '../analysis/run-issues.ts'

const STATEMENTS_MAX = 3
const STATEMENT_LENGTH_MAX = 300

/** Asks for confirmation before statements that remove data or may have side effects, and lists the issues. */
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
      title={confirmationTitle(issues)}
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
  const others = statements.length - STATEMENTS_MAX
  return (
    <>
      <p className="wrap-anywhere text-ink">{title}</p>
      <ul className="mt-1 flex flex-col gap-1 rounded-md border border-line bg-field px-3 py-2">
        {statements.slice(0, STATEMENTS_MAX).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a script may repeat a statement, and its order is fixed
          <li key={index} className="truncate font-mono text-ink text-xs leading-5">
            {text.slice(0, STATEMENT_LENGTH_MAX).replace(/\s+/g, ' ')}
          </li>
        ))}
        {others > 0 && <li className="text-xs">and {others.toLocaleString('en')} more</li>}
      </ul>
    </>
  )
}
