import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { type RowLoader, rowsInView } from './row-loader.ts'
import { placeText, rowAtThumb, thumbOf } from './scrollbar.rules.ts'
import { useWindow } from './use-row-loader.ts'

/**
 * The scrollbar of a table. It spans all rows, of which only some are loaded, and so reaches rows that no element's
 * height could.
 */
export function RowsScrollbar({ loader, gridId }: { loader: RowLoader; gridId: string }) {
  const track = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [drag, setDrag] = useState<{ top: number; grip: number; isReleased: boolean }>()
  // The text changes when anything that is displayed does.
  useWindow(loader, (state) => JSON.stringify(rowsInView(state)))
  const isJumping = useWindow(loader, ({ pending }) => pending.jump !== undefined)
  // The thumb stays where it was dropped until its rows are there.
  const dragged = drag && (!drag.isReleased || isJumping) ? drag : undefined
  const inView = rowsInView(loader.state)
  useLayoutEffect(() => {
    const element = track.current
    if (!element) return
    setHeight(element.clientHeight)
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const thumb = thumbOf(inView, height)
  const { row, visible, total, isExact } = inView
  const displayed = thumb && dragged ? { ...thumb, top: dragged.top } : thumb
  const displayedRow = displayed && dragged ? rowAtThumb(inView, height, displayed) : row
  const text = placeText(displayedRow, isExact && !dragged)
  const follow = (event: PointerEvent, grip: number) => {
    if (!thumb) return
    const offset = event.clientY - track.current!.getBoundingClientRect().top - grip
    const top = Math.min(height - thumb.height, Math.max(0, offset))
    setDrag({ top, grip, isReleased: false })
    loader.seek(rowAtThumb(inView, height, { ...thumb, top }))
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -visible,
      PageDown: visible,
    }
    if (event.key === 'Home' || event.key === 'End') loader.goToEnd(event.key === 'Home' ? 'first' : 'last')
    else if (steps[event.key] !== undefined) loader.goToRow(Math.max(0, row + steps[event.key]!))
    else return
    event.preventDefault()
  }
  const isNeeded = thumb !== undefined
  return (
    <div
      ref={track}
      className="relative w-3.5 shrink-0 touch-none select-none border-line border-l bg-surface-1"
      onPointerDown={(event) => {
        if (!thumb || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const offset = event.clientY - event.currentTarget.getBoundingClientRect().top
        const isOnThumb = offset >= thumb.top && offset <= thumb.top + thumb.height
        follow(event, isOnThumb ? offset - thumb.top : thumb.height / 2)
      }}
      onPointerMove={(event) => drag && !drag.isReleased && follow(event, drag.grip)}
      onLostPointerCapture={() => setDrag((known) => known && { ...known, isReleased: true })}
    >
      {isNeeded && (
        <div
          role="scrollbar"
          aria-label="Position in the table"
          aria-controls={gridId}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={total?.rows ?? 1}
          aria-valuenow={Math.min(displayedRow + 1, total?.rows ?? 1)}
          aria-valuetext={text}
          tabIndex={0}
          onKeyDown={press}
          className={cx(
            'absolute inset-x-0.5 top-0 rounded-full bg-line-strong hover:bg-ink-faint',
            dragged && 'bg-ink-faint',
          )}
          // Another `top` would need a layout of the page, in each frame while scrolling.
          style={{ transform: `translateY(${displayed?.top}px)`, height: displayed?.height }}
        />
      )}
      {dragged && displayed && (
        <div
          className="pointer-events-none absolute right-full z-10 mr-2 whitespace-nowrap rounded-md border border-line bg-surface-3 px-2 py-1 text-xs tabular-nums shadow-md"
          style={{ top: Math.min(displayed.top, Math.max(0, height - 28)) }}
        >
          {text}
          {total?.isEstimate && (
            <span className="text-ink-muted"> of about {total.rows.toLocaleString('en')}</span>
          )}
        </div>
      )}
    </div>
  )
}
