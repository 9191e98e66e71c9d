import { Menu } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

/** Opens the navigation on phones. */
export function MobileMenuButton(props: ComponentProps<'button'>) {
  return (
    <div className="md:hidden">
      <IconButton {...props} label="Open menu" icon={Menu} />
    </div>
  )
}
