import { Command, FlaskConical } from 'lucide-react'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { openOverlay } from '../../commands/overlay.state.ts'
import { PreferencesButton } from './PreferencesButton.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** Replaces the account menu in the self-hosted edition, which has no accounts. */
export function PreferencesMenu() {
  return (
    <Menu align="end" trigger={<PreferencesButton />}>
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
