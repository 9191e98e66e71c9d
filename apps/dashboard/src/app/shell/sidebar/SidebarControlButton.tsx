import { PanelLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

/** Opens the menu of the rail's modes. */
export function SidebarControlButton(props: ComponentProps<'button'>) {
  return (
    <IconButton
      aria-haspopup="menu"
      {...props}
      label="Sidebar control"
      icon={PanelLeft}
      className="text-ink-faint"
    />
  )
}
