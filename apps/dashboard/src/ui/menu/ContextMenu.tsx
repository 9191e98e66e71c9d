import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { usePortalContainer } from '../floating/portal-container.ts'
import { menuClass } from './menu-class.ts'

/** A menu at the pointer. Never the only way to an action: a Menu must offer it too. */
export function ContextMenu({
  trigger,
  items,
  children,
}: {
  /** The element of the area; a plain block when omitted. */
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
