import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement } from 'react'
import { cx } from '../../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'

/** Why a control is disabled, with a link that helps to enable it. */
export function ReasonPopover({
  labelId,
  reason,
  link,
  children,
}: {
  labelId: string
  reason: string
  link: ReactElement
  children: ReactElement
}) {
  const container = usePortalContainer()
  return (
    <Base.Root>
      <Base.Trigger openOnHover delay={300} nativeButton render={children} />
      <Base.Portal container={container}>
        <Base.Positioner side="top" sideOffset={6} className="z-50">
          <Base.Popup
            aria-labelledby={labelId}
            className={cx(floatingClass, 'flex max-w-72 flex-col items-start gap-1 px-3 py-2 text-xs')}
          >
            <span>{reason}</span>
            {link}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
