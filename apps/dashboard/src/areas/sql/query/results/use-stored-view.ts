import { viewStoredRows } from '@basalt/contract/query/stored-rows.endpoints.ts'
import type { StoredViewEvent } from '@basalt/contract/query/stored-rows.schema.ts'
import type { RowView } from '@basalt/sql/rows/row-view.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { isWhole, wholeResult } from './row-view.rules.ts'
import type { StoredPlace } from './stored-source.ts'
import { type RowViewState, useFilterBar } from './use-row-view.ts'

interface Found {
  readonly of: RowView
  readonly id: string
  readonly rows: number
}

export interface StoredViewState extends RowViewState {
  /** The order that is shown; undefined for all rows as they came. */
  readonly id: string | undefined
  /** How far the wanted one is, from 0 to 1; undefined while that is not worth saying. */
  readonly progress: number | undefined
  /** Stays with what is shown. */
  readonly cancel: () => void
}

/** How the rows of a result that lies at the server are filtered and sorted, which is done there. */
export function useStoredView({ ref, id }: StoredPlace, rowCount: number, isThere: boolean): StoredViewState {
  const [view, setView] = useState<RowView>(wholeResult)
  const [found, setFound] = useState<Found>()
  const [progress, setProgress] = useState<number>()
  const shown = found && !isWhole(view) ? found : undefined
  const cancel = () => setView(shown?.of ?? wholeResult)
  const fail = useEffectEvent((error: unknown) => {
    const description = error instanceof Error ? error.message : String(error)
    toast({ tone: 'critical', title: 'Failed to filter and sort the rows', description, id: 'stored-view' })
    cancel()
  })
  useEffect(() => {
    setProgress(undefined)
    if (isWhole(view)) return setFound(undefined)
    const stop = new AbortController()
    workOut({ ref, id }, view, stop.signal, setProgress).then(setFound, (error: unknown) => {
      if (!stop.signal.aborted) fail(error)
    })
    return () => stop.abort()
  }, [ref, id, view])
  return {
    view,
    change: setView,
    ...useFilterBar(view, setView),
    rowCount: shown?.rows ?? rowCount,
    isWorking: !isWhole(view) && found?.of !== view,
    reason: isThere ? undefined : 'Filter and sort once all rows are there',
    id: shown?.id,
    progress,
    cancel,
  }
}

async function workOut(
  params: StoredPlace,
  view: RowView,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<Found> {
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
