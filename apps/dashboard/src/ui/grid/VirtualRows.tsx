import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../../lib/class-names.ts'
import { placeAfter, windowOf } from './virtual-rows.rules.ts'

/** How near to the end of what is there the next page is asked for. */
const END_NEAR = 30

/**
 * A list of rows of one height, of which only those in sight are there. The arrow keys go from row to row, and those of
 * pages and ends further: the focus is on what carries `data-row-target` in each.
 */
export function VirtualRows<Row>({
  label,
  rows,
  rowKey,
  rowHeight,
  renderRow,
  onNearEnd,
  footer,
  className,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** In pixels. */
  rowHeight: number
  renderRow: (row: Row) => ReactNode
  onNearEnd?: (() => void) | undefined
  /** Below the last row. */
  footer?: ReactNode
  className?: string
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [view, setView] = useState({ top: 0, height: 0 })
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    setView((known) =>
      known.top === scrollTop && known.height === clientHeight
        ? known
        : { top: scrollTop, height: clientHeight },
    )
  }, [])
  useLayoutEffect(measure)
  useEffect(() => {
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [measure])

  const { start, end } = windowOf(view, rowHeight, rows.length)
  const isNearEnd = end >= rows.length - END_NEAR
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])

  /** Brings a row into sight, draws it and answers with what takes the focus in it. */
  const targetIn = (place: number) => {
    const box = scroller.current!
    const top = (place - 1) * rowHeight
    box.scrollTop = Math.max(top + rowHeight - box.clientHeight, Math.min(box.scrollTop, top))
    flushSync(measure)
    const row = list.current?.querySelector(`:scope > [aria-posinset="${place}"]`)
    return row?.querySelector<HTMLElement>('[data-row-target]')
  }

  const walk = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('li')
    if (!row || !(event.target as Element).matches('[data-row-target]')) return
    const from = Number(row.getAttribute('aria-posinset'))
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    const wanted = placeAfter(event.key, from, page, rows.length)
    if (wanted === undefined) return
    event.preventDefault()
    // A row that nothing can be done with, such as a title, is passed, or it is stopped before it.
    const onwards = wanted > from ? 1 : -1
    for (const step of [onwards, -onwards])
      for (let at = wanted; at >= 1 && at <= rows.length && at !== from; at += step) {
        const target = targetIn(at)
        if (target) return target.focus()
      }
  }

  return (
    <div ref={scroller} onScroll={measure} className={cx('min-h-0 flex-1 overflow-y-auto', className)}>
      <ul
        ref={list}
        aria-label={label}
        onKeyDown={walk}
        className="relative"
        style={{ height: rows.length * rowHeight }}
      >
        {rows.slice(start, end).map((row, index) => (
          <li
            key={rowKey(row)}
            aria-setsize={rows.length}
            aria-posinset={start + index + 1}
            className="absolute inset-x-0 [contain:layout_size_style]"
            style={{ top: (start + index) * rowHeight, height: rowHeight }}
          >
            {renderRow(row)}
          </li>
        ))}
      </ul>
      {footer}
    </div>
  )
}
