import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import type { MenuLinks, RailEntry } from '../../menus/menu.port.ts'
import type { ProductMenuLinks } from '../../menus/navigation.rules.ts'
import type { Session } from '../../session-guard.ts'
import { MobileMenuButton } from '../header/MobileMenuButton.tsx'
import { ProductMenu } from '../header/ProductMenu.tsx'
import type { ShellContext } from '../place/use-shell-context.ts'
import { MobileActions } from './MobileActions.tsx'
import { MobileBreadcrumb } from './MobileBreadcrumb.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'

/**
 * The navigation below 768 px. A button opens what header and rail contain in wide windows: the open organization,
 * project and branch with their switchers, all menu links, tools and help.
 */
export function MobileNavigation({
  session: { config },
  shellContext,
  label,
  groups,
  product,
}: {
  session: Session
  shellContext: ShellContext
  label: string
  groups: readonly MenuLinks<RailEntry>[]
  product: ProductMenuLinks | undefined
}) {
  const { pathname } = useLocation()
  // Stores the path where it was opened, so following a link or switching the project closes it.
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === pathname
  const setOpen = (open: boolean) => setOpenedAt(open ? pathname : undefined)
  const close = () => setOpen(false)
  return (
    <>
      <MobileMenuButton onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} size="sm">
        <div className="overflow-y-auto">
          <MobileBreadcrumb config={config} shellContext={shellContext} />
          {groups.length > 0 && (
            <nav aria-label={label} className="py-2">
              <NavigationLinks groups={groups} onNavigate={close} />
            </nav>
          )}
          {product && (
            <div className="border-line border-t">
              <ProductMenu menu={product} onNavigate={close} />
            </div>
          )}
          <MobileActions edition={config.edition} project={shellContext.project} close={close} />
        </div>
      </Sheet>
    </>
  )
}
