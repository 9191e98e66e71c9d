import { Popover as Base } from '@base-ui/react/popover'
import { cloneElement, type ReactElement, useId } from 'react'
import { cx } from '../lib/class-names.ts'
import { floatingClass } from './floating-class.ts'
import { usePortalContainer } from './portal-container.ts'
import { Tooltip } from './Tooltip.tsx'

type Described = ReactElement<{ 'aria-describedby'?: string }>

/**
 * Says why a control cannot be used: to sight on hover and focus, to screen readers as its description. With a `link`
 * to what would enable it, pressing the control opens the explanation, so that the keyboard reaches the link.
 */
export function DisabledReason({
  reason,
  link,
  children,
}: {
  reason: string
  link?: ReactElement
  children: Described
}) {
  const id = useId()
  const container = usePortalContainer()
  const described = cloneElement(children, { 'aria-describedby': id })
  return (
    <>
      {link ? (
        <Base.Root>
          <Base.Trigger openOnHover delay={300} nativeButton render={described} />
          <Base.Portal container={container}>
            <Base.Positioner side="top" sideOffset={6} className="z-50">
              <Base.Popup
                aria-labelledby={id}
                className={cx(floatingClass, 'flex max-w-72 flex-col items-start gap-1 px-3 py-2 text-xs')}
              >
                <span>{reason}</span>
                {link}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      ) : (
        <Tooltip content={reason}>{described}</Tooltip>
      )}
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
