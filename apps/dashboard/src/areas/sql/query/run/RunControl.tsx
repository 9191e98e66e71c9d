import { Play, Square } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import { KeyboardKey } from '../../../../ui/text/KeyboardKey.tsx'
import { PRODUCTION } from '../../../project/branches/run-place.port.ts'
import { isOver, type QueryRunSnapshot } from './query-run.ts'
import { useElapsed } from './use-elapsed.ts'

const SECOND = 1000

/** The Run button, replaced by Cancel while a query takes noticeable time. */
export function RunControl({
  snapshot,
  projectName,
  hasSelection,
  reason,
  reasonLink,
  hasShortcut = true,
  onRun,
  onCancel,
}: {
  snapshot: QueryRunSnapshot
  projectName: string
  hasSelection: boolean
  /** Why SQL cannot run now, and a link to where that can be changed. */
  reason: string | undefined
  reasonLink: ReactElement | undefined
  /** Whether Cmd+Enter or Ctrl+Enter does the same. */
  hasShortcut?: boolean
  onRun: () => void
  onCancel: () => void
}) {
  const elapsed = useElapsed(snapshot.startedAt, !isOver(snapshot))
  if (elapsed !== undefined)
    return (
      <Button icon={Square} onClick={onCancel} loading={snapshot.state === 'cancelling'}>
        Cancel <span className="text-ink-muted">{Math.floor(elapsed / SECOND)}s</span>
      </Button>
    )
  const run = (
    <Button variant="primary" icon={Play} onClick={onRun} reason={reason} reasonLink={reasonLink}>
      {hasSelection ? 'Run selected' : 'Run'}
      {/* The tooltip that says where is not there on touch screens. */}
      {projectName === PRODUCTION && ' on production'}
    </Button>
  )
  if (reason !== undefined) return run
  return (
    <Tooltip
      side="bottom"
      content={
        <span className="flex items-center gap-2">
          Run on {projectName} {hasShortcut && <KeyboardKey keys={['Mod', 'Enter']} />}
        </span>
      }
    >
      {run}
    </Tooltip>
  )
}
