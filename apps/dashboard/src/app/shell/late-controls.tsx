import { HelpIcon } from '../../features/help/HelpIcon.tsx'
import { NotificationsIcon } from '../../features/notifications/NotificationsIcon.tsx'
import { VersionButton } from '../../features/releases/VersionButton.tsx'
import { late } from '../../ui/late.tsx'
import { AccountButton } from './AccountButton.tsx'
import { LocalButton } from './LocalButton.tsx'
import { MobileMenuButton } from './MobileMenuButton.tsx'
import { SidebarControlButton } from './SidebarControlButton.tsx'
import { SwitchButton } from './SwitchButton.tsx'

// The controls of header and rail: their buttons are part of the first load, what they open comes after it.

export const LateOrganizationSwitcher = late(
  () => import('./OrganizationSwitcher.tsx').then((module) => module.OrganizationSwitcher),
  () => <SwitchButton what="organization" />,
)

export const LateProjectSwitcher = late(
  () => import('./ProjectSwitcher.tsx').then((module) => module.ProjectSwitcher),
  () => <SwitchButton what="project" />,
)

export const LateBranchSwitcher = late(
  () => import('./BranchSwitcher.tsx').then((module) => module.BranchSwitcher),
  () => <SwitchButton what="branch" />,
)

export const LateVersionBadge = late(
  () => import('../../features/releases/VersionBadge.tsx').then((module) => module.VersionBadge),
  () => <VersionButton />,
)

export const LateHelpButton = late(
  () => import('../../features/help/HelpButton.tsx').then((module) => module.HelpButton),
  () => <HelpIcon />,
)

export const LateNotificationsButton = late(
  () =>
    import('../../features/notifications/NotificationsButton.tsx').then(
      (module) => module.NotificationsButton,
    ),
  () => <NotificationsIcon />,
)

export const LateAccountMenu = late(
  () => import('./AccountMenu.tsx').then((module) => module.AccountMenu),
  ({ profile }) => <AccountButton profile={profile} />,
)

export const LateLocalMenu = late(
  () => import('./LocalMenu.tsx').then((module) => module.LocalMenu),
  () => <LocalButton />,
)

export const LateMobileNavigation = late(
  () => import('./MobileNavigation.tsx').then((module) => module.MobileNavigation),
  () => <MobileMenuButton />,
)

export const LateSidebarControl = late(
  () => import('./SidebarControl.tsx').then((module) => module.SidebarControl),
  () => <SidebarControlButton />,
)
