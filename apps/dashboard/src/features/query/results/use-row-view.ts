import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { useEffect, useState } from 'react'
import type { StatementOutcome } from '../result-collector.ts'
import { rowOrder } from './row-order.ts'
import { isWhole, wholeResult } from './row-view.rules.ts'

export type RowViewState = ReturnType<typeof useRowView>

/**
 * How the loaded rows of a result are filtered and sorted, and which rows that shows. Waits until all are there:
 * rows that move while one reads them help nobody.
 */
export function useRowView(outcome: StatementOutcome, isInterrupted: boolean) {
  const [view, setView] = useState<RowView>(wholeResult)
  const [isOpen, setOpen] = useState(false)
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
  const isShown = isOpen || view.filters.length > 0
  const close = () => {
    setOpen(false)
    setView({ ...view, search: '', filters: [] })
  }
  return {
    view,
    change: setView,
    /** The rows of the last view that was worked out; undefined for all as they came. */
    order: isWhole(view) ? undefined : found?.order,
    isWorking: !isWhole(view) && found?.of !== view,
    /** Why there is no filtering and sorting yet. */
    reason: isThere ? undefined : 'Filter and sort once all rows are there',
    isOpen: isShown,
    /** Closing shows all rows again; their order stays. */
    close,
    toggle: () => (isShown ? close() : setOpen(true)),
  }
}
