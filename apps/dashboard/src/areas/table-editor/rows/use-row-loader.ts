import { GRID_PAGE_SIZES } from '@basalt/contract/table-editor/grid.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { oneOf } from '../../../lib/shape.ts'
import { type LoadRows, RowLoader } from './row-loader.ts'
import { placeFor, rememberPlace, viewText } from './row-places.ts'
import { limitsFor, type RowWindow } from './row-window.rules.ts'
import { PREFETCHED_MS, rowQueries, type TableKey } from './rows.queries.ts'
import type { RowsView } from './rows-url.rules.ts'

const ASize = oneOf<number>(GRID_PAGE_SIZES)

/** Rows of a page, as chosen in this browser. */
export const usePageSize = () => usePreference<number>('table-editor.page-size', ASize, GRID_PAGE_SIZES[0])

/**
 * The rows of a table under a filter and sort. While the first rows of another filter, sort or size are on their way,
 * the rows before stay, and `isOld` says so.
 */
export function useRowLoader(table: TableKey, view: RowsView, columns: number, size: number) {
  const client = useQueryClient()
  const text = viewText(view)
  const { chunk, most, kept } = limitsFor(columns, size)
  const loader = useMemo(() => {
    const [filter, sort] = JSON.parse(text) as [string[], string[]]
    let lastPage = 0
    const load: LoadRows = ({ limit, ...request }, isFirst) => {
      lastPage += 1
      const options = rowQueries.page(table, { filter, sort }, limit, request, isFirst ? 0 : lastPage)
      return {
        page: client.fetchQuery(
          isFirst
            ? { ...options, staleTime: PREFETCHED_MS, gcTime: PREFETCHED_MS }
            : { ...options, staleTime: 0, gcTime: 0 },
        ),
        cancel: () => void client.cancelQueries({ queryKey: options.queryKey, exact: true }),
      }
    }
    const place = placeFor(table, text)
    const made = new RowLoader({ chunk, most, kept }, load, place, inNextFrame)
    made.left = place?.left ?? 0
    return made
  }, [client, table, text, chunk, most, kept])
  useEffect(() => loader.attach(), [loader])
  useEffect(() => {
    const remember = () => rememberPlace(table, text, loader)
    addEventListener('pagehide', remember)
    return () => {
      removeEventListener('pagehide', remember)
      remember()
    }
  }, [loader, table, text])
  const query = useQuery(rowQueries.loaded(table, view, size, loader.reload))

  const settled = useRef(loader)
  const content = useSyncExternalStore(loader.subscribe, () => loader.content)
  const isEmpty = content.page === undefined
  if (!isEmpty || query.isError) settled.current = loader
  const shown = settled.current
  return { loader, query, shown, content: shown.content, isOld: shown !== loader }
}

/** A frame is at most this late while the page is visible; hidden pages have none. */
const LATEST_FRAME_MS = 100

/**
 * Behind what scrolling does in that frame. Shown at once, rows would be rendered for a place of the screen that they have
 * left by the time they are painted.
 */
function inNextFrame(show: () => void) {
  const run = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    show()
  }
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, LATEST_FRAME_MS)
}

/** A value of the window that changes while scrolling; `select` returns equal values as the same value. */
export const useWindow = <T extends string | number | boolean | undefined>(
  loader: RowLoader,
  select: (state: RowWindow) => T,
): T => useSyncExternalStore(loader.subscribe, () => select(loader.state))
