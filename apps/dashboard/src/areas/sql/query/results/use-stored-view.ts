import { viewStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import type { StoredViewEvent } from '@basalt/contract/query/stored-rows.schema.ts'
import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { isWhole, wholeResult } from './row-view.rules.ts'
import type { StoredResultKey } from './stored-source.ts'
import { type RowViewState, useFilterBar } from './use-row-view.ts'

interface ComputedView {
  readonly of: RowView
  readonly id: string
  readonly rows: number
}

export interface StoredViewState extends RowViewState {
  /** The displayed view; undefined for all rows in the original order. */
  readonly id: string | undefined
  /** The progress of the requested view, from 0 to 1; undefined when it is not known. */
  readonly progress: number | undefined
  /** Returns to the displayed view. */
  readonly cancel: () => void
}

/** Filters and sorts a result on the server that stores it. */
export function useStoredView(
  { ref, id }: StoredResultKey,
  rowCount: number,
  isComplete: boolean,
): StoredViewState {
  const [view, setView] = useState<RowView>(wholeResult)
  const [computed, setComputed] = useState<ComputedView>()
  const [progress, setProgress] = useState<number>()
  const displayed = computed && !isWhole(view) ? computed : undefined
  const cancel = () => setView(displayed?.of ?? wholeResult)
  const fail = useEffectEvent((error: unknown) => {
    const description = error instanceof Error ? error.message : String(error)
    toast({ tone: 'critical', title: 'Failed to filter and sort the rows', description, id: 'stored-view' })
    cancel()
  })
  useEffect(() => {
    setProgress(undefined)
    if (isWhole(view)) return setComputed(undefined)
    const stop = new AbortController()
    computeView({ ref, id }, view, stop.signal, setProgress).then(setComputed, (error: unknown) => {
      if (!stop.signal.aborted) fail(error)
    })
    return () => stop.abort()
  }, [ref, id, view])
  return {
    view,
    change: setView,
    ...useFilterBar(view, setView),
    rowCount: displayed?.rows ?? rowCount,
    isWorking: !isWhole(view) && computed?.of !== view,
    reason: isComplete ? undefined : 'Available once all rows are loaded',
    id: displayed?.id,
    progress,
    cancel,
  }
}

async function computeView(
  params: StoredResultKey,
  view: RowView,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ComputedView> {
  const body = { search: view.search, filters: [...view.filters], sorts: [...view.sorts] }
  const response = await send(viewStoredRows, { params, body }, signal)
  for await (const line of linesOf(response)) {
    const event = JSON.parse(line) as StoredViewEvent
    if (event.type === 'error') throw new Error(event.message)
    if (event.type === 'view') return { of: view, id: event.id, rows: event.rows }
    onProgress(event.part)
  }
  throw new Error('The connection to the server was lost. Try again.')
}
