import { cloneElement, type ReactElement, useId } from 'react'
import { lazyControl } from '../lazy-control.tsx'
import { Tooltip } from './Tooltip.tsx'

type Described = ReactElement<{ 'aria-describedby'?: string }>

const ReasonPopover = lazyControl(
  () => import('./ReasonPopover.tsx').then((module) => module.ReasonPopover),
  ({ children }: { labelId: string; reason: string; link: ReactElement; children: ReactElement }) => children,
)

/**
 * Explains why a control is disabled, on hover and focus and as its description for screen readers. With a `link` that
 * helps to enable it, a click opens the explanation, so that the link is reachable by keyboard.
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
