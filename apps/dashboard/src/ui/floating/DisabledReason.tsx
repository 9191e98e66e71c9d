import { cloneElement, type ReactElement, useId } from 'react'
import { late } from '../late.tsx'
import { Tooltip } from './Tooltip.tsx'

type Described = ReactElement<{ 'aria-describedby'?: string }>

const ReasonPopover = late(
  () => import('./ReasonPopover.tsx').then((module) => module.ReasonPopover),
  ({ children }: { labelId: string; reason: string; link: ReactElement; children: ReactElement }) => children,
)

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
  const described = cloneElement(children, { 'aria-describedby': id })
  return (
    <>
      {link ? (
        <ReasonPopover labelId={id} reason={reason} link={link}>
          {described}
        </ReasonPopover>
      ) : (
        <Tooltip content={reason}>{described}</Tooltip>
      )}
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
