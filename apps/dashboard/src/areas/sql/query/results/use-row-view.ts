import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { useEffect, useState } from 'react'
import type { StatementOutcome } from './result-collector.ts'
import { rowOrder } from './row-order.ts'
import { isWhole, wholeResult } from './row-view.rules.ts'

/** The filters and sorts of a result, and their effect. */
export interface RowViewState {
  readonly view: RowView
  readonly change: (view: RowView) => void
  /** The number of displayed rows. */
  readonly rowCount: number
  readonly isWorking: boolean
  /** Why filtering and sorting are not available yet. */
  readonly reason: string | undefined
  readonly isOpen: boolean
  /** Closes the filter bar and removes all filters; the sort order stays. */
  readonly close: () => void
  readonly toggle: () => void
}

export interface LoadedViewState extends RowViewState {
  /** The row numbers of the last computed view; undefined for all rows in the original order. */
  readonly order: Uint32Array | undefined
}

/**
 * Filters and sorts the loaded rows of a result. Available only once all rows are loaded, so that rows do not move
 * while the user reads them.
 */
export function useRowView(outcome: StatementOutcome, isInterrupted: boolean): LoadedViewState {
  const [view, setView] = useState<RowView>(wholeResult)
  const [computed, setComputed] = useState<{ of: RowView; order: Uint32Array | undefined }>()
  const isComplete = outcome.end !== undefined || isInterrupted
  useEffect(() => {
    if (!isComplete || outcome.fields === undefined) return
    const { fields, columns, rowCount } = outcome
    const stop = new AbortController()
    void rowOrder({ fields, columns, rowCount }, view, stop.signal).then((order) => {
      if (!stop.signal.aborted) setComputed({ of: view, order })
    })
    return () => stop.abort()
  }, [outcome, view, isComplete])
  const order = isWhole(view) ? undefined : computed?.order
  return {
    view,
    change: setView,
    ...useFilterBar(view, setView),
    order,
    rowCount: order?.length ?? outcome.rowCount,
    isWorking: !isWhole(view) && computed?.of !== view,
    reason: isComplete ? undefined : 'Available once all rows are loaded',
  }
}

/** The filter bar is open when the user has opened it, and whenever there are filters. */
export function useFilterBar(view: RowView, change: (view: RowView) => void) {
  const [isRequested, setRequested] = useState(false)
  const isOpen = isRequested || view.filters.length > 0
  const close = () => {
    setRequested(false)
    change({ ...view, search: '', filters: [] })
  }
  return { isOpen, close, toggle: () => (isOpen ? close() : setRequested(true)) }
}
