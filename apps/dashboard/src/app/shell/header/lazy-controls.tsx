import { NotificationsIcon } from '../../../areas/account/notifications/NotificationsIcon.tsx'
import { FeedbackButton } from '../../../areas/installation/feedback/FeedbackButton.tsx'
import { HelpIcon } from '../../../areas/installation/help/HelpIcon.tsx'
import { VersionButton } from '../../../areas/installation/releases/VersionButton.tsx'
import { lazyControl } from '../../../ui/lazy-control.tsx'
import { AccountButton } from '../account/AccountButton.tsx'
import { PreferencesButton } from '../account/PreferencesButton.tsx'
import { SidebarControlButton } from '../sidebar/SidebarControlButton.tsx'
import { MobileMenuButton } from './MobileMenuButton.tsx'

// The controls of header and rail. Their buttons are in the first load; what they open loads later.

export const LazyVersionBadge = lazyControl(
  () => import('../../../areas/installation/releases/VersionBadge.tsx').then((module) => module.VersionBadge),
  () => <VersionButton />,
)

export const LazyFeedbackMenu = lazyControl(
  () => import('../../../areas/installation/feedback/FeedbackMenu.tsx').then((module) => module.FeedbackMenu),
  () => <FeedbackButton />,
)

export const LazyHelpButton = lazyControl(
  () => import('../../../areas/installation/help/HelpButton.tsx').then((module) => module.HelpButton),
  () => <HelpIcon />,
)

export const LazyNotificationsButton = lazyControl(
  () =>
    import('../../../areas/account/notifications/NotificationsButton.tsx').then(
      (module) => module.NotificationsButton,
    ),
  () => <NotificationsIcon />,
)

export const LazyAccountMenu = lazyControl(
  () => import('../account/AccountMenu.tsx').then((module) => module.AccountMenu),
  ({ profile }) => <AccountButton profile={profile} />,
)

export const LazyPreferencesMenu = lazyControl(
  () => import('../account/PreferencesMenu.tsx').then((module) => module.PreferencesMenu),
  () => <PreferencesButton />,
)

export const LazyMobileNavigation = lazyControl(
  () => import('../sidebar/MobileNavigation.tsx').then((module) => module.MobileNavigation),
  () => <MobileMenuButton />,
)

export const LazySidebarControl = lazyControl(
  () => import('../sidebar/SidebarControl.tsx').then((module) => module.SidebarControl),
  () => <SidebarControlButton />,
)
