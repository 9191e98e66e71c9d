import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import type { MenuLinks, RailEntry } from '../../menus/menu.port.ts'
import { LazySidebarControl } from '../header/lazy-controls.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'
import { rememberSidebarOpen, useSidebarMode, wasSidebarOpen } from './sidebar.state.ts'

/** 13rem with labels, 3rem without. */
const widthOf = (isOpen: boolean) => (isOpen ? 'w-52' : 'w-12')

/** The left rail. When expanded it pushes the page aside; when expanded on hover it overlays it. */
export function Sidebar({ label, groups }: { label: string; groups: readonly MenuLinks<RailEntry>[] }) {
  const [mode] = useSidebarMode()
  const rail = useRef<HTMLElement>(null)
  const [isVisited, setVisited] = useState(wasSidebarOpen)
  const isOpen = mode === 'open' || (mode === 'expandable' && isVisited)
  useEffect(() => rememberSidebarOpen(isOpen), [isOpen])
  useEffect(() => {
    // The stored state may be open although the pointer is no longer on it.
    const notice = ({ target }: PointerEvent) =>
      setVisited(target instanceof Node && rail.current?.contains(target) === true)
    addEventListener('pointermove', notice, { once: true })
    return () => removeEventListener('pointermove', notice)
  }, [])
  return (
    <div className={cx('relative shrink-0 max-md:hidden', widthOf(mode === 'open'))}>
      <nav
        ref={rail}
        aria-label={label}
        onMouseEnter={() => setVisited(true)}
        onMouseLeave={() => setVisited(false)}
        className={cx(
          'absolute inset-y-0 left-0 z-30 flex flex-col overflow-hidden border-line border-r bg-surface-0 py-1 transition-[width]',
          widthOf(isOpen),
          isOpen && mode === 'expandable' && 'shadow-floating',
        )}
      >
        <div
          // Remounted so that another rail animates in as well.
          key={label}
          className="min-h-0 flex-1 animate-rail-enter overflow-y-auto overflow-x-hidden py-1 [scrollbar-width:none]"
        >
          <NavigationLinks
            groups={groups}
            isCompact={!isOpen}
            withTooltips={mode === 'closed'}
            // If it stayed open, it would cover the menu of the linked section.
            onNavigate={() => setVisited(false)}
          />
        </div>
        <div className="px-2">
          <LazySidebarControl />
        </div>
      </nav>
    </div>
  )
}
