import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { ChartColumn, Info, ListFilter, MessageSquareWarning, Rows4 } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { Popover } from '../../../../ui/floating/Popover.tsx'
import { cellsOf, type GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { ChartContext } from '../chart/chart-context.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { NoticeList } from './NoticeList.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { areaLabel, isCutOff, outcomeSummary } from './result-labels.ts'
import type { RowsSource } from './rows-source.ts'
import type { StatementState } from './script-statements.rules.ts'
import type { RowViewState } from './use-row-view.ts'

/** One line under a result: its row count, its duration and its actions. */
export function ResultFooter({
  outcome,
  rowView,
  rows,
  area,
  working,
  interruption,
  state,
  limit,
  limitPicker,
  onBrowseAll,
  onExportAll,
}: {
  outcome: StatementOutcome
  /** The state of the statement in its script. */
  state?: StatementState | undefined
  rowView: RowViewState
  /** The displayed rows. */
  rows: RowsSource
  /** The selected cells. */
  area: GridArea | undefined
  /** A long operation on the rows that is in progress. */
  working?: { label: string; onCancel: () => void } | undefined
  interruption: string | undefined
  /** The limit that the editor added, and the control to change it. */
  limit?: number | undefined
  limitPicker?: ReactNode
  /** Runs the query again to browse all of its rows; omitted when that might have side effects. */
  onBrowseAll?: (() => void) | undefined
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const { fields, rowCount, end, notices, stored } = outcome
  const chart = use(ChartContext)
  const isSorted = rowView.view.sorts.length > 0
  const summary = [
    ...outcomeSummary(outcome, interruption, limit),
    ...(state === 'rolled back' || state === 'unknown' ? [state] : []),
    ...(isSorted && isCutOff(outcome, limit) ? ['Only loaded rows are sorted'] : []),
  ]
  const hasGrid = fields !== undefined && rowCount > 0
  if (!hasGrid && !end) return null
  return (
    <footer className="flex h-9 shrink-0 items-center gap-2 border-line border-t bg-surface-1 px-3 max-sm:gap-0 text-ink-muted text-xs">
      {working ? (
        <>
          <Spinner />
          <p className="min-w-0 truncate">{working.label}</p>
          <Button variant="ghost" size="sm" onClick={working.onCancel}>
            Cancel
          </Button>
        </>
      ) : (
        <p className="min-w-0 truncate">
          {summary.map((part, index) => (
            <span key={part}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              {part}{' '}
            </span>
          ))}
        </p>
      )}
      {limitPicker}
      {end?.truncated && !stored && onBrowseAll && (
        <Button variant="ghost" size="sm" icon={Rows4} aria-label="Browse all rows" onClick={onBrowseAll}>
          Browse all <span className="max-sm:hidden">rows</span>
        </Button>
      )}
      {end?.truncated && <TruncationHelp />}
      {hasGrid && area && cellsOf(area) > 1 && <p className="truncate max-md:hidden">{areaLabel(area)}</p>}
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
        {hasGrid && (
          <Button
            variant="ghost"
            size="sm"
            icon={ChartColumn}
            aria-pressed={chart.isVisible}
            className="aria-pressed:bg-surface-3"
            onClick={() => chart.setVisible(!chart.isVisible)}
          >
            <span className="max-sm:sr-only">Chart</span>
          </Button>
        )}
        {hasGrid && (
          <Button
            variant="ghost"
            size="sm"
            className="aria-pressed:bg-surface-3"
            icon={ListFilter}
            aria-pressed={rowView.isOpen}
            reason={rowView.reason}
            onClick={rowView.toggle}
          >
            <span className="max-sm:sr-only">Filter</span>
          </Button>
        )}
        {hasGrid && (
          <ExportMenu
            rows={rows}
            scope={rowView.rowCount < rowCount ? 'shown' : stored ? 'on the server' : 'loaded'}
            onExportAll={onExportAll}
          />
        )}
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
          <span className="max-sm:sr-only">Why</span>
        </Button>
      }
    >
      <p className="text-ink-muted text-sm">
        Results are cut off here to keep the database and this page fast. Add a limit, narrow the query or
        aggregate in SQL to see what you need.
      </p>
    </Popover>
  )
}
