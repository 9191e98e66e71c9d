import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'

/** A small panel at its button. Pass `title`, or `label` when a visible heading would only repeat the button. */
export function Popover({
  trigger,
  title,
  label,
  side = 'bottom',
  align = 'start',
  open,
  onOpenChange,
  className,
  children,
}: {
  trigger: ReactElement
  title?: ReactNode
  label?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}) {
  const container = usePortalContainer()
  return (
    <Base.Root open={open} onOpenChange={onOpenChange && ((next) => onOpenChange(next))}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner side={side} align={align} sideOffset={4} className="z-50">
          <Base.Popup
            aria-label={label}
            className={cx(floatingClass, 'w-72 max-w-(--available-width) p-3', className)}
          >
            {title && <Base.Title className="mb-2 font-semibold text-sm">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
