import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { CircleCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { GridArea } from '../../ui/grid-range.rules.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { ChartContext } from './chart/chart-context.ts'
import { ResultChart } from './chart/ResultChart.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ResultFooter } from './ResultFooter.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { FilterBar } from './results/FilterBar.tsx'
import { ResultGrid } from './results/ResultGrid.tsx'
import { useRowView } from './results/use-row-view.ts'

const StoredGrid = lazy(async () => ({ default: (await import('./results/StoredGrid.tsx')).StoredGrid }))

/** What one statement brought, with its footer: a grid, or the word that there is none. */
export function StatementResult({
  outcome,
  interruption,
  limit,
  limitPicker,
  onBrowseAll,
  onExportAll,
}: {
  outcome: StatementOutcome
  interruption: string | undefined
  limit?: number | undefined
  limitPicker?: ReactNode
  onBrowseAll?: (() => void) | undefined
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const rowView = useRowView(outcome, interruption !== undefined)
  const [area, setArea] = useState<GridArea>()
  const chart = use(ChartContext)
  const { fields, columns, rowCount, stored } = outcome
  const hasRows = fields !== undefined && rowCount > 0
  return (
    <div className="flex h-full flex-col">
      {hasRows && rowView.isOpen && <FilterBar outcome={outcome} limit={limit} rowView={rowView} />}
      <div className="min-h-0 flex-1">
        {hasRows && stored ? (
          <Suspense fallback={<Waiting />}>
            <StoredGrid
              key={stored.id}
              stored={stored}
              fields={fields}
              rowCount={rowCount}
              area={area}
              onAreaChange={setArea}
            />
          </Suspense>
        ) : hasRows && chart.isShown ? (
          <ResultChart
            rows={{ fields, columns, rowCount: rowView.order?.length ?? rowCount, order: rowView.order }}
          />
        ) : hasRows ? (
          <ResultGrid outcome={outcome} rowView={rowView} area={area} onAreaChange={setArea} />
        ) : (
          <Rowless outcome={outcome} interruption={interruption} />
        )}
      </div>
      <ResultFooter
        outcome={outcome}
        rowView={rowView}
        area={area}
        interruption={interruption}
        limit={limit}
        limitPicker={limitPicker}
        onBrowseAll={onBrowseAll}
        onExportAll={onExportAll}
      />
    </div>
  )
}

const Waiting = () => (
  <div className="grid h-full place-items-center">
    <Spinner label="Loading the grid" />
  </div>
)

function Rowless({ outcome, interruption }: { outcome: StatementOutcome; interruption: string | undefined }) {
  const { end, notices } = outcome
  if (end)
    return (
      <Message notices={notices.length > 0 && <NoticeList notices={notices} />}>
        <CircleCheck className="mt-0.5 size-4 text-success" aria-hidden />
        Success. No rows returned.
      </Message>
    )
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
