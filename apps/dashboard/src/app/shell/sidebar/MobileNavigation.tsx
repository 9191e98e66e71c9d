import { useState } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import type { MenuLinks } from '../../menus/menu.rules.ts'
import type { NavigationKey, ProductMenuLinks } from '../../menus/navigation.rules.ts'
import { MobileMenuButton } from '../header/MobileMenuButton.tsx'
import { ProductMenu } from '../header/ProductMenu.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'

/** Below 768 px the rail's links are behind a button, and those of the open part of the project below them. */
export function MobileNavigation({
  label,
  groups,
  product,
}: {
  label: string
  groups: readonly MenuLinks<NavigationKey>[]
  product: ProductMenuLinks | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <MobileMenuButton onClick={() => setOpen(true)} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} size="sm">
        <div className="overflow-y-auto">
          <nav aria-label={label} className="py-2">
            <NavigationLinks groups={groups} onNavigate={close} />
          </nav>
          {product && (
            <div className="border-line border-t">
              <ProductMenu menu={product} onNavigate={close} />
            </div>
          )}
        </div>
      </Sheet>
    </>
  )
}
