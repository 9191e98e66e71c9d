import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, GitBranch, Plus } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { createBranch } from '../../../project/branches/branch-list.queries.ts'
import { branchQueries } from '../../../project/branches/branches.queries.ts'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { useOpenSql } from '../../snippets/open-sql.port.ts'
import { branchNameAt } from './branch-name.rules.ts'

/** Opens SQL that was about to run on production in the SQL editor of a branch. Shown on production only. */
export function RunOnBranch({
  projectRef,
  sql,
  onOpen,
}: {
  projectRef: string
  sql: string
  onOpen: () => void
}) {
  // The header loads both.
  const { data: branches } = useQuery({ ...branchQueries.of(projectRef), enabled: false })
  const { data: project } = useQuery({ ...projectQueries.detail(projectRef), enabled: false })
  const slug = project?.organization_slug ?? ''
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.createBranches, { slug, ref: projectRef }),
  )
  const create = useMutation({ ...createBranch(), meta: { errorTitle: 'Failed to create branch' } })
  const { open, isOpening } = useOpenSql(projectRef)
  if (!branches?.find(({ project_ref }) => project_ref === projectRef)?.is_default) return null
  const others = branches.filter(({ is_default }) => !is_default)
  const openOn = (ref: string) => {
    open(sql, 'From production', ref)
    onOpen()
  }
  return (
    <Menu
      trigger={
        <Button icon={GitBranch} loading={create.isPending || isOpening}>
          Run on a branch instead
          <ChevronDown className="size-3.5 text-ink-faint" aria-hidden />
        </Button>
      }
    >
      {others.map(({ id, name, project_ref, status }) => (
        <MenuItem
          key={id}
          icon={GitBranch}
          {...(!can('query', status) && { reason: statusLabels[status] })}
          onSelect={() => openOn(project_ref)}
        >
          {name}
        </MenuItem>
      ))}
      {others.length > 0 && <MenuSeparator />}
      <MenuItem
        icon={Plus}
        {...(refusal !== undefined && { reason: refusal })}
        onSelect={() =>
          create.mutate(
            { ref: projectRef, branch_name: branchNameAt(new Date()), with_data: true },
            { onSuccess: ({ project_ref }) => openOn(project_ref) },
          )
        }
      >
        New branch with this data
      </MenuItem>
    </Menu>
  )
}
