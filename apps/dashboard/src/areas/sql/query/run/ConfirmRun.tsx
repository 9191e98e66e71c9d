import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { CAUTION, confirmationTitle, type RunIssue, removesData } from '../analysis/run-issues.ts'
import { LockedRun } from './LockedRun.tsx'
import { RunOnBranch } from './RunOnBranch.tsx'
import { WayBackChoice } from './WayBackChoice.tsx'

const STATEMENTS_MAX = 3
const STATEMENT_LENGTH_MAX = 300

export interface ConfirmRunProps {
  projectRef: string
  sql: string
  /** Whether the lock of production refuses the SQL. */
  isLocked: boolean
  issues: readonly RunIssue[]
  isOpen: boolean
  onClose: () => void
  onConfirm: (options: { withoutWayBack: boolean }) => void
}

/** Asks before SQL that needs a second thought, or says why it does not run. */
export function ConfirmRun({ isLocked, ...props }: ConfirmRunProps) {
  return isLocked ? <LockedRun {...props} /> : <ConfirmIssues {...props} />
}

/** Asks for confirmation before statements that remove data or may have side effects, and lists the issues. */
function ConfirmIssues({
  projectRef,
  sql,
  issues,
  isOpen,
  onClose,
  onConfirm,
}: Omit<ConfirmRunProps, 'isLocked'>) {
  const [isWayBackMade, setWayBackMade] = useState(true)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={confirmationTitle(issues)}
      confirmLabel="Run"
      onConfirm={() => onConfirm({ withoutWayBack: !isWayBackMade })}
    >
      <p>{CAUTION}</p>
      <ul className="mt-3 flex max-h-[50vh] flex-col gap-3 overflow-y-auto">
        {issues.map((issue) => (
          <li key={issue.title}>
            <Issue issue={issue} />
          </li>
        ))}
      </ul>
      {isOpen && removesData(issues) && (
        <div className="mt-3 empty:hidden">
          <WayBackChoice projectRef={projectRef} isMade={isWayBackMade} onChange={setWayBackMade} />
        </div>
      )}
      <div className="mt-3 empty:hidden">
        <RunOnBranch projectRef={projectRef} sql={sql} onOpen={onClose} />
      </div>
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
