import { late } from '../../../ui/late.tsx'
import { SwitchButton } from './SwitchButton.tsx'

// The buttons are in the first load; the lists they open load later.

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
