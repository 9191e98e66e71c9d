import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'

const GAP_PX = 6
const EDGE_PX = 4

/**
 * The tooltip's popup, positioned at its anchor. It ignores the pointer, so what it covers stays clickable. Escape
 * hides it and still reaches other handlers.
 */
export function TooltipPopup({
  anchor,
  side,
  onEscape,
  children,
}: {
  anchor: Element
  side: 'top' | 'right' | 'bottom' | 'left'
  onEscape: () => void
  children: ReactNode
}) {
  const container = usePortalContainer()
  const popup = useRef<HTMLDivElement>(null)
  const press = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onEscape())
  useEffect(() => {
    // In the capture phase, because a dialog that closes on Escape stops the event.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
  useLayoutEffect(() => {
    const element = popup.current
    if (!element) return
    const place = async () => {
      const { x, y } = await computePosition(anchor, element, {
        placement: side,
        strategy: 'fixed',
        middleware: [offset(GAP_PX), flip(), shift({ padding: EDGE_PX })],
      })
      Object.assign(element.style, { left: `${x}px`, top: `${y}px`, visibility: 'visible' })
    }
    return autoUpdate(anchor, element, place)
  }, [anchor, side])
  return createPortal(
    <div
      ref={popup}
      className={cx(
        floatingClass,
        'pointer-events-none invisible fixed top-0 left-0 z-50 w-max max-w-72 px-2 py-1 text-xs starting:opacity-0',
      )}
    >
      {children}
    </div>,
    container ?? document.body,
  )
}
