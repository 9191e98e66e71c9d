import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { GitBranch, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { branchLine } from '../../../areas/project/branches/branch-line.rules.ts'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { branchesInOrder } from '../../../areas/project/branches/branches.rules.ts'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { useSamePage } from '../place/use-same-page.ts'
import { SwitchButton } from './SwitchButton.tsx'
import { SwitcherFooterLink } from './SwitcherFooterLink.tsx'

/** 210 px at most. */
const LIST_CLASS = 'max-h-[min(13.125rem,var(--available-height))]'

/** Lists a project's branches to search and to open on the same page. */
export function BranchSwitcher({ branches, current }: { branches: readonly Branch[]; current: Branch }) {
  const [search, setSearch] = useState('')
  const { openProject } = useSamePage()
  const client = useQueryClient()
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
        description: branchLine(branch),
      }))}
      value={current.project_ref}
      onSelect={openProject}
      onSearch={setSearch}
      // Their statuses change, and others create branches too.
      onOpenChange={(isOpen) => isOpen && void client.invalidateQueries({ queryKey: branchQueries.all })}
      listClassName={LIST_CLASS}
      message={found.length === 0 && 'No branches found'}
      footer={(close) => (
        <>
          <SwitcherFooterLink
            icon={Plus}
            label="Create branch"
            path={`/project/${current.project_ref}/branches`}
            search={{ new: true }}
            onNavigate={close}
          />
          <SwitcherFooterLink
            icon={GitBranch}
            label="Manage branches"
            path={`/project/${current.project_ref}/branches`}
            onNavigate={close}
          />
        </>
      )}
    />
  )
}
