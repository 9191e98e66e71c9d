import { late } from '../../../ui/late.tsx'
import { SwitchButton } from './SwitchButton.tsx'

// The buttons are in the first load; the lists they open load later.

export const LazyOrganizationSwitcher = late(
  () => import('./OrganizationSwitcher.tsx').then((module) => module.OrganizationSwitcher),
  () => <SwitchButton what="organization" />,
)

export const LazyProjectSwitcher = late(
  () => import('./ProjectSwitcher.tsx').then((module) => module.ProjectSwitcher),
  () => <SwitchButton what="project" />,
)

export const LazyBranchSwitcher = late(
  () => import('./BranchSwitcher.tsx').then((module) => module.BranchSwitcher),
  () => <SwitchButton what="branch" />,
)
