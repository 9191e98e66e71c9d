import type { Profile } from '@basalt/contract/access/access.schema.ts'
import { Link } from '@tanstack/react-router'
import { FlaskConical, History, LogOut, MessageSquare, UserRound } from 'lucide-react'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuGroup } from '../../../ui/menu/MenuGroup.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { openOverlay } from '../../commands/overlay.state.ts'
import { AccountButton } from './AccountButton.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The account menu of the signed-in user. */
export function AccountMenu({ profile }: { profile: Profile }) {
  const leave = useSignOut()
  return (
    <Menu align="end" trigger={<AccountButton profile={profile} />}>
      <MenuGroup label={profile.display_name ? `${profile.display_name} (${profile.email})` : profile.email}>
        <MenuItem icon={UserRound} link={<Link to="/account/me" />}>
          Account preferences
        </MenuItem>
        <MenuItem icon={FlaskConical} onSelect={() => openOverlay('previews')}>
          Feature previews
        </MenuItem>
        <MenuItem icon={History} link={<Link to="/docs/$guide" params={{ guide: 'changelog' }} />}>
          Changelog
        </MenuItem>
        <MenuItem icon={MessageSquare} onSelect={() => openOverlay('feedback')}>
          Share feedback
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={leave}>
        Log out
      </MenuItem>
    </Menu>
  )
}
