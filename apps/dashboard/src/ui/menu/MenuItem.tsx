import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from '../../lib/class-names.ts'
import { optionClass } from '../floating/floating-class.ts'
import type { Icon } from '../text/icon.ts'
import { KeyboardKey } from '../text/KeyboardKey.tsx'

/** One action of a menu, or a link with `link` (an anchor or the router's link). */
export function MenuItem({
  icon: ItemIcon,
  onSelect,
  link,
  destructive = false,
  disabled = false,
  reason,
  shortcut,
  children,
}: {
  icon?: Icon
  onSelect?: () => void
  link?: ReactElement
  destructive?: boolean
  disabled?: boolean
  /** Why the action is unavailable; displayed below its name. Disables the item. */
  reason?: string
  shortcut?: readonly string[]
  children: ReactNode
}) {
  const reasonId = useId()
  const className = cx(optionClass, destructive && 'text-critical-ink')
  const content = (
    <>
      {ItemIcon && <ItemIcon className={cx('size-4', destructive ? '' : 'text-ink-muted')} aria-hidden />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {reason && (
          <span id={reasonId} className="block text-ink-muted text-xs">
            {reason}
          </span>
        )}
      </span>
      {shortcut && <KeyboardKey keys={shortcut} />}
    </>
  )
  if (link) {
    return (
      <Base.LinkItem render={link} className={className} closeOnClick>
        {content}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled || reason !== undefined}
      aria-describedby={reason && reasonId}
      className={className}
    >
      {content}
    </Base.Item>
  )
}
