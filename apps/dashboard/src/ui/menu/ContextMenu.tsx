import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { usePortalContainer } from '../floating/portal-container.ts'
import { menuClass } from './menu-class.ts'

/** The same entries as a Menu, at the pointer. Never the only way to an action: a Menu offers it too. */
export function ContextMenu({
  trigger,
  items,
  children,
}: {
  /** The element that the area is rendered as; a plain block when left out. */
  trigger?: ReactElement
  items: ReactNode
  children: ReactNode
}) {
  const container = usePortalContainer()
  return (
    <Base.Root>
      <Base.Trigger render={trigger}>{children}</Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner className="z-50 outline-none">
          <Base.Popup className={menuClass}>{items}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
