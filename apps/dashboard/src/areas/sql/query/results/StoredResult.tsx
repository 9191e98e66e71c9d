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

/** A result whose rows lie at the server, with its footer. */
export function StoredResult({
  stored: { ref, id },
  fields,
  ...props
}: {
  stored: { readonly ref: string; readonly id: string }
  fields: readonly ResultField[]
} & Omit<ComponentProps<typeof ResultFooter>, 'rowView' | 'rows' | 'area' | 'working'>) {
  const { outcome, interruption, limit } = props
  const isThere = outcome.end !== undefined || interruption !== undefined
  const rowView = useStoredView({ ref, id }, outcome.rowCount, isThere)
  const [marked, setMarked] = useState<GridArea>()
  const chart = use(ChartContext)
  const { id: view, rowCount, progress } = rowView
  const area = clipped(marked, rowCount)
  const place = useMemo(() => ({ ref, id, view }), [ref, id, view])
  return (
    <div className="flex h-full flex-col">
      {rowView.isOpen && (
        <FilterBar label="Filter all rows" outcome={outcome} limit={limit} rowView={rowView} />
      )}
      <div className="min-h-0 flex-1">
        {chart.isShown && isThere ? (
          <StoredChart place={place} fields={fields} rowCount={rowCount} />
        ) : (
          <StoredGrid
            place={place}
            fields={fields}
            rowCount={rowCount}
            rowView={rowView}
            area={area}
            onAreaChange={setMarked}
          />
        )}
      </div>
      <ResultFooter
        {...props}
        rowView={rowView}
        rows={storedSource(place, rowCount)}
        area={area}
        working={
          rowView.isWorking && progress !== undefined
            ? { words: `Looking through the rows: ${Math.floor(progress * 100)}%`, onCancel: rowView.cancel }
            : undefined
        }
      />
    </div>
  )
}
