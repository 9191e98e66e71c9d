import { Button as Base } from '@base-ui/react/button'
import { type ComponentProps, useId } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Tooltip } from '../floating/Tooltip.tsx'
import type { Icon } from '../text/icon.ts'
import { KeyboardKey } from '../text/KeyboardKey.tsx'
import { type ButtonSize, type ButtonVariant, iconButtonClass } from './button-class.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The name of the action; also its tooltip. */
  label: string
  icon: Icon
  variant?: ButtonVariant
  size?: ButtonSize
  loading?: boolean
  /** The letter of its shortcut with Cmd or Ctrl, for the tooltip. The caller handles the key. */
  shortcut?: string | undefined
  /** Why the action is unavailable. Disables the button but keeps it in the tab order. */
  reason?: string
}

export function IconButton({
  label,
  icon: ButtonIcon,
  variant = 'ghost',
  size = 'md',
  loading = false,
  shortcut,
  reason,
  disabled = false,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  const reasonId = useId()
  return (
    <>
      <Tooltip
        content={
          reason ? (
            <>
              {label}
              <span className="block text-ink-muted">{reason}</span>
            </>
          ) : (
            <span className="flex items-center gap-2">
              {label}
              {shortcut && <KeyboardKey keys={['Mod', shortcut]} />}
            </span>
          )
        }
      >
        <Base
          {...rest}
          type={type}
          aria-label={label}
          {...(shortcut && { 'aria-keyshortcuts': `Control+${shortcut} Meta+${shortcut}` })}
          aria-describedby={reason && reasonId}
          aria-busy={loading || undefined}
          className={cx(iconButtonClass(variant, size), className)}
          disabled={disabled || loading || reason !== undefined}
          focusableWhenDisabled={loading || reason !== undefined}
        >
          {loading ? <Spinner /> : <ButtonIcon className="size-4" aria-hidden />}
        </Base>
      </Tooltip>
      {reason && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
