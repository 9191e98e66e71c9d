import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'

/** A hint for those who see and hover or focus. Never the only place of a fact: the trigger carries its own name. */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  const container = usePortalContainer()
  return (
    <Base.Root>
      <Base.Trigger render={children} closeOnClick={false} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className={cx(floatingClass, 'max-w-72 px-2 py-1 text-xs')}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
