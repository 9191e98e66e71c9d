import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import type { MenuLinks, RailEntry } from '../../menus/menu.port.ts'
import type { ProductMenuLinks } from '../../menus/navigation.rules.ts'
import type { Session } from '../../session-guard.ts'
import { MobileMenuButton } from '../header/MobileMenuButton.tsx'
import { ProductMenu } from '../header/ProductMenu.tsx'
import type { Surroundings } from '../place/use-surroundings.ts'
import { MobileActions } from './MobileActions.tsx'
import { MobilePlaces } from './MobilePlaces.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'

/**
 * Below 768 px, a button opens what the header and the rail hold in a wide window: the open organization, project and
 * branch with their switchers, the links, those of the open section, tools and help.
 */
export function MobileNavigation({
  session: { config },
  surroundings,
  label,
  groups,
  product,
}: {
  session: Session
  surroundings: Surroundings
  label: string
  groups: readonly MenuLinks<RailEntry>[]
  product: ProductMenuLinks | undefined
}) {
  const { pathname } = useLocation()
  // Tied to the page where it was opened, so following a link or switching the project closes it.
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === pathname
  const setOpen = (open: boolean) => setOpenedAt(open ? pathname : undefined)
  const close = () => setOpen(false)
  return (
    <>
      <MobileMenuButton onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} size="sm">
        <div className="overflow-y-auto">
          {config.edition === 'platform' && <MobilePlaces config={config} surroundings={surroundings} />}
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
          <MobileActions edition={config.edition} project={surroundings.project} close={close} />
        </div>
      </Sheet>
    </>
  )
}
