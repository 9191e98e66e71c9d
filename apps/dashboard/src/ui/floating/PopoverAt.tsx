import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'

/** One panel shared by many buttons, such as those in the cells of a grid. It opens at the clicked button. */
export function PopoverAt({
  anchor,
  label,
  onClose,
  className,
  children,
}: {
  /** Undefined while it is closed. */
  anchor: Element | undefined
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}) {
  const container = usePortalContainer()
  return (
    <Base.Root open={anchor !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={container}>
        <Base.Positioner anchor={anchor} side="bottom" align="start" sideOffset={4} className="z-50">
          <Base.Popup
            aria-label={label}
            className={cx(floatingClass, 'w-72 max-w-(--available-width) p-3', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
