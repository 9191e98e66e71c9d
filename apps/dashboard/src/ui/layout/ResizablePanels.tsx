import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { aNumber, listOf } from '../../lib/shape.ts'
import { PanelBorder } from './PanelBorder.tsx'
import { borderRange, type PanelBounds, startSizes, withBorderAt } from './panel-sizes.rules.ts'

export interface ResizablePanel extends PanelBounds {
  id: string
  content: ReactNode
}

const Sizes = listOf(aNumber)

/** Panels with borders that can be moved by dragging or arrow keys. Sizes are stored under `storageKey`. */
export function ResizablePanels({
  storageKey,
  direction,
  panels,
  className,
}: {
  storageKey: string
  direction: 'horizontal' | 'vertical'
  panels: readonly ResizablePanel[]
  className?: string
}) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const preference = `panels.${storageKey}`
  const [sizes, setSizes] = useState(() => startSizes(panels, readPreference(preference, Sizes, [])))
  const moveTo = (border: number, size: number) => {
    const next = withBorderAt(panels, sizes, border, size)
    setSizes(next)
    writePreference(preference, next)
  }
  /** The size of the panel before the border if the border were at a point of the screen, in percent of the whole. */
  const sizeAt = (border: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = group.current!.getBoundingClientRect()
    const share = direction === 'horizontal' ? (clientX - left) / width : (clientY - top) / height
    return 100 * share - sizes.slice(0, border - 1).reduce((sum, size) => sum + size, 0)
  }
  return (
    <div
      ref={group}
      className={cx('flex size-full overflow-hidden', direction === 'vertical' && 'flex-col', className)}
    >
      {panels.map(({ id: panel, content }, index) => (
        <Fragment key={panel}>
          {index > 0 && (
            <PanelBorder
              direction={direction}
              controls={`${id}-${panels[index - 1]?.id}`}
              size={sizes[index - 1] ?? 0}
              range={borderRange(panels, sizes, index)}
              onMove={(size) => moveTo(index, size)}
              onDrag={(point) => moveTo(index, sizeAt(index, point))}
            />
          )}
          <div
            id={`${id}-${panel}`}
            className="min-h-0 min-w-0 basis-0 overflow-hidden"
            style={{ flexGrow: sizes[index] }}
          >
            {content}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
