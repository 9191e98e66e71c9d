import { PanelLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'

/** Opens the choice of how the rail behaves. */
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
