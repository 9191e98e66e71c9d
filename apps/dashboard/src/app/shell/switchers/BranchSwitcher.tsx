import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { GitBranch, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { branchBadge, branchesInOrder } from '../../../areas/project/branches/branches.rules.ts'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { isMissing } from '../../menus/missing-pages.rules.ts'
import { useSamePage } from '../place/use-same-page.ts'
import { SwitchButton } from './SwitchButton.tsx'
import { SwitcherFooterLink } from './SwitcherFooterLink.tsx'

/** 210 px at most. */
const LIST_CLASS = 'max-h-[min(13.125rem,var(--available-height))]'

/** Lists a project's branches to search and to open on the same page. */
export function BranchSwitcher({ branches, current }: { branches: readonly Branch[]; current: Branch }) {
  const [search, setSearch] = useState('')
  const { openProject } = useSamePage()
  const found = branchesInOrder(branches).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <SearchMenu
      label="Branches"
      placeholder="Find branch..."
      trigger={<SwitchButton what="branch" />}
      options={found.map((branch) => ({
        value: branch.project_ref,
        label: branch.name,
        icon: branch.is_default ? ShieldCheck : GitBranch,
        description: branchBadge(branch).label,
      }))}
      value={current.project_ref}
      onSelect={openProject}
      onSearch={setSearch}
      listClassName={LIST_CLASS}
      message={found.length === 0 && 'No branches found'}
      {...(!isMissing('/project/$ref/branches') && {
        footer: (close: () => void) => (
          <SwitcherFooterLink
            icon={GitBranch}
            label="Manage branches"
            path={`/project/${current.parent_project_ref}/branches`}
            onNavigate={close}
          />
        ),
      })}
    />
  )
}
