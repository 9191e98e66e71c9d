import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import { usePortalContainer } from '../floating/portal-container.ts'
import { menuClass } from './menu-class.ts'

/** A menu button. `children` are MenuItem, MenuGroup, MenuRadioGroup and MenuSeparator. */
export function Menu({
  trigger,
  side = 'bottom',
  align = 'start',
  onOpen,
  children,
}: {
  /** A Button or IconButton. */
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  onOpen?: () => void
  children: ReactNode
}) {
  const container = usePortalContainer()
  return (
    <Base.Root {...(onOpen && { onOpenChange: (isOpen) => isOpen && onOpen() })}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={cx(menuClass)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
