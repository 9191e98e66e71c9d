import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { type ReactNode, use, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { clipped, type GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { lazyPanel } from '../../../../ui/lazy-panel.tsx'
import { ChartContext } from '../chart/chart-context.ts'
import { ResultChart } from '../chart/ResultChart.tsx'
import { FilterBar } from './FilterBar.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ResultFooter } from './ResultFooter.tsx'
import { ResultGrid } from './ResultGrid.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { loadedRows } from './rows-source.ts'
import type { StatementState } from './script-statements.rules.ts'
import { statementMarks } from './statement-marks.ts'
import { useRowView } from './use-row-view.ts'

const { LazyPanel: StoredResult } = lazyPanel(
  async () => (await import('./StoredResult.tsx')).StoredResult,
  'the result',
)

interface Props {
  outcome: StatementOutcome
  interruption: string | undefined
  /** The state of the statement in its script; omitted for a single statement. */
  state?: StatementState | undefined
  limit?: number | undefined
  limitPicker?: ReactNode
  onBrowseAll?: (() => void) | undefined
  onExportAll?: ((format: ExportFormat) => void) | undefined
}

/** The result of one statement with its footer: a grid, or a message when it returned no rows. */
export function StatementResult(props: Props) {
  const { fields, rowCount, stored } = props.outcome
  if (!stored || fields === undefined || rowCount === 0) return <LoadedResult {...props} />
  return <StoredResult key={stored.id} stored={stored} fields={fields} {...props} />
}

function LoadedResult(props: Props) {
  const { outcome, interruption, limit } = props
  const rowView = useRowView(outcome, interruption !== undefined)
  const [selected, setSelected] = useState<GridArea>()
  const area = clipped(selected, rowView.rowCount)
  const chart = use(ChartContext)
  const { fields = [], columns } = outcome
  const { order } = rowView
  const hasRows = outcome.fields !== undefined && outcome.rowCount > 0
  const displayed = { fields, columns, rowCount: rowView.rowCount, order }
  return (
    <div className="flex h-full flex-col">
      {hasRows && rowView.isOpen && <FilterBar outcome={outcome} limit={limit} rowView={rowView} />}
      <div className="min-h-0 flex-1">
        {hasRows && chart.isVisible ? (
          <ResultChart rows={displayed} />
        ) : hasRows ? (
          <ResultGrid outcome={outcome} rowView={rowView} area={area} onAreaChange={setSelected} />
        ) : (
          <Rowless outcome={outcome} interruption={interruption} state={props.state} />
        )}
      </div>
      <ResultFooter {...props} rowView={rowView} rows={loadedRows(displayed)} area={area} />
    </div>
  )
}

function Rowless({ outcome, interruption, state = 'ok' }: Pick<Props, 'outcome' | 'interruption' | 'state'>) {
  const { end, notices } = outcome
  if (end) {
    const { icon: Mark, tone, message } = statementMarks[state]
    return (
      <Message notices={notices.length > 0 && <NoticeList notices={notices} />}>
        <Mark className={cx('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
        {message}
      </Message>
    )
  }
  return (
    <Message notices={notices.length > 0 && <NoticeList notices={notices} />}>
      {interruption ?? <Spinner label="Running" />}
    </Message>
  )
}

function Message({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto p-4">
      <p className="flex items-start gap-2 text-sm">{children}</p>
      {notices}
    </div>
  )
}
