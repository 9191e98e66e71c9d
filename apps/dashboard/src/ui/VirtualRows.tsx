import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../lib/class-names.ts'
import { windowOf } from './virtual-rows.rules.ts'

/** How near to the end of what is there the next page is asked for. */
const END_NEAR = 30

/**
 * A list of rows of one height, of which only those in sight are there. The arrow keys go from row to row: the focus
 * is on what carries `data-row-target` in each.
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

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = (event.target as Element).closest('li')
    if (step === undefined || !row || !(event.target as Element).matches('[data-row-target]')) return
    event.preventDefault()
    const place = Number(row.ariaPosInSet ?? row.getAttribute('aria-posinset'))
    // A row that nothing can be done with, such as a title, is passed.
    for (let at = place + step; ; at += step) {
      const next = list.current?.querySelector(`:scope > [aria-posinset="${at}"]`)
      const target = next?.querySelector<HTMLElement>('[data-row-target]')
      target?.focus()
      if (!next || target) return
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
