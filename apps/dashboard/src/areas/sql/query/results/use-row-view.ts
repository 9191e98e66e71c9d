import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { useEffect, useState } from 'react'
import type { StatementOutcome } from './result-collector.ts'
import { rowOrder } from './row-order.ts'
import { isWhole, wholeResult } from './row-view.rules.ts'

/** How the rows of a result are filtered and sorted, and what that leaves. */
export interface RowViewState {
  readonly view: RowView
  readonly change: (view: RowView) => void
  /** How many rows are shown. */
  readonly rowCount: number
  readonly isWorking: boolean
  /** Why there is no filtering and sorting yet. */
  readonly reason: string | undefined
  readonly isOpen: boolean
  /** Closing shows all rows again; their order stays. */
  readonly close: () => void
  readonly toggle: () => void
}

export interface LoadedViewState extends RowViewState {
  /** The rows of the last view that was worked out; undefined for all as they came. */
  readonly order: Uint32Array | undefined
}

/**
 * How the loaded rows of a result are filtered and sorted, and which rows that shows. Waits until all are there:
 * rows that move while one reads them help nobody.
 */
export function useRowView(outcome: StatementOutcome, isInterrupted: boolean): LoadedViewState {
  const [view, setView] = useState<RowView>(wholeResult)
  const [found, setFound] = useState<{ of: RowView; order: Uint32Array | undefined }>()
  const isThere = outcome.end !== undefined || isInterrupted
  useEffect(() => {
    if (!isThere || outcome.fields === undefined) return
    const { fields, columns, rowCount } = outcome
    const stop = new AbortController()
    void rowOrder({ fields, columns, rowCount }, view, stop.signal).then((order) => {
      if (!stop.signal.aborted) setFound({ of: view, order })
    })
    return () => stop.abort()
  }, [outcome, view, isThere])
  const order = isWhole(view) ? undefined : found?.order
  return {
    view,
    change: setView,
    ...useFilterBar(view, setView),
    order,
    rowCount: order?.length ?? outcome.rowCount,
    isWorking: !isWhole(view) && found?.of !== view,
    reason: isThere ? undefined : 'Filter and sort once all rows are there',
  }
}

/** Whether the bar of filters is there: as long as there is one, or somebody wants one. */
export function useFilterBar(view: RowView, change: (view: RowView) => void) {
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || view.filters.length > 0
  const close = () => {
    setWanted(false)
    change({ ...view, search: '', filters: [] })
  }
  return { isOpen, close, toggle: () => (isOpen ? close() : setWanted(true)) }
}
