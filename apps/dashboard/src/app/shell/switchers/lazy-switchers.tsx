import { LockBadge } from '../../../areas/project/production-lock/LockBadge.tsx'
import { lazyControl } from '../../../ui/lazy-control.tsx'
import { SwitchButton } from './SwitchButton.tsx'

// The buttons are in the first load; the lists they open load later.

export const LazyOrganizationSwitcher = lazyControl(
  () => import('./OrganizationSwitcher.tsx').then((module) => module.OrganizationSwitcher),
  () => <SwitchButton what="organization" />,
)

export const LazyProjectSwitcher = lazyControl(
  () => import('./ProjectSwitcher.tsx').then((module) => module.ProjectSwitcher),
  () => <SwitchButton what="project" />,
)

export const LazyBranchSwitcher = lazyControl(
  () => import('./BranchSwitcher.tsx').then((module) => module.BranchSwitcher),
  () => <SwitchButton what="branch" />,
)

export const LazyLockControl = lazyControl(
  () => import('../../../areas/project/production-lock/LockControl.tsx').then((module) => module.LockControl),
  // Whether it is lifted, the control knows.
  ({ project }) => <LockBadge isLocked={project.unlocked_until === null} />,
)
