import { Command, FlaskConical } from 'lucide-react'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { openOverlay } from '../../commands/overlay.state.ts'
import { LocalButton } from './LocalButton.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** Stands in the self-hosted edition where the other has the account. */
export function LocalMenu() {
  return (
    <Menu align="end" trigger={<LocalButton />}>
      <MenuItem icon={FlaskConical} onSelect={() => openOverlay('previews')}>
        Feature previews
      </MenuItem>
      <MenuItem icon={Command} shortcut={['Mod', 'K']} onSelect={() => openOverlay('commands')}>
        Command menu
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
    </Menu>
  )
}
