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
import { positionAfter, windowOf } from './virtual-rows.rules.ts'

/** How many rows before the end the next page is requested. */
const END_NEAR = 30

/**
 * A virtual list of rows of equal height. Arrow, Page, Home and End keys move the focus between the elements with
 * `data-row-target` in each row.
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

  /** Scrolls to a row, renders it and returns its focusable element, if any. */
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
    const destination = positionAfter(event.key, from, page, rows.length)
    if (destination === undefined) return
    event.preventDefault()
    // Rows without a focusable element, such as titles, are skipped; at the end, the last one before them is focused.
    const onwards = destination > from ? 1 : -1
    for (const step of [onwards, -onwards])
      for (let at = destination; at >= 1 && at <= rows.length && at !== from; at += step) {
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
