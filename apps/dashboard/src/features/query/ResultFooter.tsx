import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { Info, MessageSquareWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { NoticeList } from './NoticeList.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { outcomeSummary } from './result-words.ts'

/** One line under a result: how much there is, what it took, and what can be done with it. */
export function ResultFooter({
  outcome,
  interruption,
  limit,
  limitPicker,
  onExportAll,
}: {
  outcome: StatementOutcome
  interruption: string | undefined
  /** The limit that the editor put on this result, and where it is changed. */
  limit?: number | undefined
  limitPicker?: ReactNode
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const { fields, columns, rowCount, end, notices } = outcome
  const summary = outcomeSummary(outcome, interruption, limit)
  const hasGrid = fields !== undefined && rowCount > 0
  if (!hasGrid && !end) return null
  return (
    <footer className="flex h-9 shrink-0 items-center gap-2 border-line border-t bg-surface-1 px-3 text-ink-muted text-xs">
      <p className="truncate">
        {summary.map((part, index) => (
          <span key={part}>
            {index > 0 && <span aria-hidden="true"> · </span>}
            {part}{' '}
          </span>
        ))}
      </p>
      {limitPicker}
      {end?.truncated && <TruncationHelp />}
      <div className="ml-auto flex items-center gap-1">
        {hasGrid && notices.length > 0 && (
          <Popover
            side="top"
            align="end"
            title="Notices"
            className="max-h-80 w-96 overflow-auto"
            trigger={
              <Button variant="ghost" size="sm" icon={MessageSquareWarning}>
                {notices.length === 1 ? '1 notice' : `${notices.length} notices`}
              </Button>
            }
          >
            <NoticeList notices={notices} />
          </Popover>
        )}
        {hasGrid && <ExportMenu rows={{ fields, columns, rowCount }} onExportAll={onExportAll} />}
      </div>
    </footer>
  )
}

function TruncationHelp() {
  return (
    <Popover
      side="top"
      title="Why not all rows?"
      trigger={
        <Button variant="ghost" size="sm" icon={Info}>
          Why
        </Button>
      }
    >
      <p className="text-ink-muted text-sm">
        Results stop here so that the database and this page stay quick. Add a limit, narrow the query or
        aggregate in SQL to see what you need.
      </p>
    </Popover>
  )
}
