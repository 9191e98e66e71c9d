import { Menu as Base } from '@base-ui/react/menu'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import { optionClass } from '../floating/floating-class.ts'
import { usePortalContainer } from '../floating/portal-container.ts'
import type { Icon } from '../text/icon.ts'
import { menuClass } from './menu-class.ts'

/** A nested menu, opened by hover, Enter or the right arrow key. */
export function Submenu({
  label,
  icon: ItemIcon,
  children,
}: {
  label: ReactNode
  icon?: Icon
  children: ReactNode
}) {
  const container = usePortalContainer()
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={cx(optionClass, 'data-popup-open:bg-surface-3')}>
        {ItemIcon && <ItemIcon className="size-4 text-ink-muted" aria-hidden />}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} alignOffset={-5} className="z-50 outline-none">
          <Base.Popup className={menuClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
