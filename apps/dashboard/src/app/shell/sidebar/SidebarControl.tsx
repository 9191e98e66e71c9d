import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { SidebarControlButton } from './SidebarControlButton.tsx'
import { useSidebarMode } from './sidebar.state.ts'
import { sidebarOptions } from './sidebar-options.ts'

/** The menu in the rail's footer that sets its mode. */
export function SidebarControl() {
  const [mode, setMode] = useSidebarMode()
  return (
    <Menu side="top" trigger={<SidebarControlButton />}>
      <MenuRadioGroup label="Sidebar control" options={sidebarOptions} value={mode} onValueChange={setMode} />
    </Menu>
  )
}
