import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useRef, useState } from 'react'
import { usePortalContainer } from '../floating/portal-container.ts'
import { menuClass } from './menu-class.ts'

/**
 * One menu shared by many buttons, such as those in the rows of a long list. It opens at the clicked button, which sets
 * `aria-haspopup` itself and gets the focus back.
 */
export function MenuAt({
  anchor,
  onClose,
  children,
}: {
  /** Undefined while it is closed. */
  anchor: HTMLElement | undefined
  onClose: () => void
  children: ReactNode
}) {
  const container = usePortalContainer()
  // While the menu closes there is no anchor any more, and the button gets the focus back.
  const [latest, setLatest] = useState(anchor)
  if (anchor && anchor !== latest) setLatest(anchor)
  const popup = useRef<HTMLDivElement>(null)
  /** The button, unless the chosen item has moved the focus to a field or a dialog while the menu faded out. */
  const finalFocus = () => {
    const focused = document.activeElement
    const hasMoved = focused !== null && focused !== document.body && !popup.current?.contains(focused)
    return hasMoved ? false : latest
  }
  return (
    <Base.Root open={anchor !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={container}>
        <Base.Positioner anchor={latest} align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup ref={popup} className={menuClass} finalFocus={finalFocus}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
