import type { ResultField } from '@basalt/contract/query/query.schema.ts'
import { type ComponentProps, use, useMemo, useState } from 'react'
import { clipped, type GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { ChartContext } from '../chart/chart-context.ts'
import { StoredChart } from '../chart/StoredChart.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ResultFooter } from './ResultFooter.tsx'
import { StoredGrid } from './StoredGrid.tsx'
import { storedSource } from './stored-source.ts'
import { useStoredView } from './use-stored-view.ts'

/** A result stored on the server, with its footer. */
export function StoredResult({
  stored: { ref, id },
  fields,
  ...props
}: {
  stored: { readonly ref: string; readonly id: string }
  fields: readonly ResultField[]
} & Omit<ComponentProps<typeof ResultFooter>, 'rowView' | 'rows' | 'area' | 'working'>) {
  const { outcome, interruption, limit } = props
  const isComplete = outcome.end !== undefined || interruption !== undefined
  const rowView = useStoredView({ ref, id }, outcome.rowCount, isComplete)
  const [selected, setSelected] = useState<GridArea>()
  const chart = use(ChartContext)
  const { id: view, rowCount, progress } = rowView
  const area = clipped(selected, rowCount)
  const resultKey = useMemo(() => ({ ref, id, view }), [ref, id, view])
  return (
    <div className="flex h-full flex-col">
      {rowView.isOpen && (
        <FilterBar label="Filter all rows" outcome={outcome} limit={limit} rowView={rowView} />
      )}
      <div className="min-h-0 flex-1">
        {chart.isVisible && isComplete ? (
          <StoredChart resultKey={resultKey} fields={fields} rowCount={rowCount} />
        ) : (
          <StoredGrid
            resultKey={resultKey}
            fields={fields}
            rowCount={rowCount}
            rowView={rowView}
            area={area}
            onAreaChange={setSelected}
          />
        )}
      </div>
      <ResultFooter
        {...props}
        rowView={rowView}
        rows={storedSource(resultKey, rowCount)}
        area={area}
        working={
          rowView.isWorking && progress !== undefined
            ? { label: `Filtering and sorting: ${Math.floor(progress * 100)}%`, onCancel: rowView.cancel }
            : undefined
        }
      />
    </div>
  )
}
