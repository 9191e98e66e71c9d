import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { cx } from '../../lib/class-names.ts'

/** In percent of the whole, per arrow key. */
const STEP = 10

/** The movable border between two panels. All sizes are percent of the whole. */
export function PanelBorder({
  direction,
  controls,
  size,
  range: [from, to],
  onMove,
  onDrag,
}: {
  direction: 'horizontal' | 'vertical'
  /** The id of the panel before it, which it resizes. */
  controls: string
  size: number
  range: readonly [from: number, to: number]
  onMove: (size: number) => void
  onDrag: (point: { clientX: number; clientY: number }) => void
}) {
  const [isDragged, setDragged] = useState(false)
  const isHorizontal = direction === 'horizontal'
  const press = (event: KeyboardEvent) => {
    const next = {
      [isHorizontal ? 'ArrowLeft' : 'ArrowUp']: size - STEP,
      [isHorizontal ? 'ArrowRight' : 'ArrowDown']: size + STEP,
      Home: from,
      End: to,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onMove(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break
    <div
      role="separator"
      tabIndex={0}
      aria-label="Resize panels"
      aria-orientation={isHorizontal ? 'vertical' : 'horizontal'}
      aria-controls={controls}
      aria-valuenow={Math.round(size)}
      aria-valuemin={Math.round(from)}
      aria-valuemax={Math.round(to)}
      onKeyDown={press}
      onPointerDown={({ button, pointerId, currentTarget }: PointerEvent) => {
        if (button !== 0) return
        // The line is thin, so the pointer may leave it.
        currentTarget.setPointerCapture(pointerId)
        setDragged(true)
      }}
      onPointerMove={(event) => isDragged && onDrag(event)}
      onLostPointerCapture={() => setDragged(false)}
      className={cx(
        'relative z-10 shrink-0 touch-none select-none bg-line outline-none transition-colors hover:bg-brand focus-visible:bg-brand',
        // The grab area is wider than the visible line but not longer, which would make the panels scroll sideways.
        'after:absolute',
        isHorizontal
          ? 'w-px cursor-ew-resize after:-inset-x-1 after:inset-y-0 pointer-coarse:after:-inset-x-3'
          : 'h-px cursor-ns-resize after:inset-x-0 after:-inset-y-1 pointer-coarse:after:-inset-y-3',
        isDragged && 'bg-brand',
      )}
    />
  )
}
