import { Button as Base } from '@base-ui/react/button'
import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { DisabledReason } from '../floating/DisabledReason.tsx'
import type { Icon } from '../text/icon.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  /** The action is running: the button keeps its width, focus and name but does nothing. */
  loading?: boolean
  /** Why the action is unavailable. Disables the button but keeps it in the tab order. */
  reason?: string
  /** Where the user can enable the action; displayed with the reason. */
  reasonLink?: ReactElement
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon: ButtonIcon,
  loading = false,
  reason,
  reasonLink,
  disabled = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = cx(buttonClass(variant, size), className)
  const content = (
    <>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      {ButtonIcon && <ButtonIcon className={cx('size-4', loading && 'opacity-0')} aria-hidden />}
      <span className={cx('contents', loading && 'text-transparent')}>{children}</span>
    </>
  )

  if (reason !== undefined && reasonLink) {
    // A click opens the explanation, so the element must stay clickable; the action is just not attached.
    return (
      <DisabledReason reason={reason} link={reasonLink}>
        <button type="button" aria-disabled="true" id={rest.id} className={look}>
          {content}
        </button>
      </DisabledReason>
    )
  }

  const button = (
    <Base
      {...rest}
      type={type}
      className={look}
      disabled={disabled || loading || reason !== undefined}
      focusableWhenDisabled={loading || reason !== undefined}
      aria-busy={loading || undefined}
    >
      {content}
    </Base>
  )
  return reason === undefined ? button : <DisabledReason reason={reason}>{button}</DisabledReason>
}
