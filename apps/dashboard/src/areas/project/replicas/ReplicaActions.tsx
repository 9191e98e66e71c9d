import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Crown, Ellipsis, GitBranch, Hammer, PlugZap, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { FailOverDialog } from './FailOverDialog.tsx'
import { PromoteToBranchDialog } from './PromoteToBranchDialog.tsx'
import { actionRefusals, shortIdOf } from './replica-state.rules.ts'
import { dropReplica, rebootReplica, rebuildReplica } from './replicas.queries.ts'

/** What can be done with a replica; what cannot now says why. */
export function ReplicaActions({
  project,
  replica,
  refusal,
}: {
  project: Project
  replica: DatabaseState
  /** Why the member cannot change replicas. */
  refusal: string | undefined
}) {
  const { ref } = project
  const { identifier } = replica
  const [dialog, setDialog] = useState<'branch' | 'fail-over' | 'rebuild' | 'drop'>()
  const opens = (which: typeof dialog) => (isOpen: boolean) => setDialog(isOpen ? which : undefined)
  const restart = useMutation(rebootReplica(ref))
  const rebuild = useMutation(rebuildReplica(ref))
  const drop = useMutation(dropReplica(ref))
  const refusals = actionRefusals(replica, project.status)
  const shortId = shortIdOf(replica)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`Actions of the replica ${shortId}`} size="sm" />}
      >
        <MenuItem
          icon={PlugZap}
          {...because(refusals.connect)}
          {...(refusals.connect === undefined && {
            link: (
              <Link
                to="."
                search={(search: object) => ({ ...search, showConnect: true, source: identifier })}
              />
            ),
          })}
        >
          View connection string
        </MenuItem>
        <MenuItem
          icon={RotateCw}
          {...because(refusal ?? refusals.restart)}
          onSelect={() => restart.mutate(identifier)}
        >
          Restart replica
        </MenuItem>
        <MenuItem
          icon={Hammer}
          {...because(refusal ?? refusals.rebuild)}
          onSelect={() => setDialog('rebuild')}
        >
          Rebuild replica
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={GitBranch}
          {...because(refusal ?? refusals.branch)}
          onSelect={() => setDialog('branch')}
        >
          Make it a branch
        </MenuItem>
        <MenuItem
          icon={Crown}
          {...because(refusal ?? refusals.failOver)}
          onSelect={() => setDialog('fail-over')}
        >
          Make it the primary
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          {...because(refusal ?? refusals.drop)}
          onSelect={() => setDialog('drop')}
        >
          Drop replica
        </MenuItem>
      </Menu>
      <PromoteToBranchDialog
        projectRef={ref}
        replica={replica}
        open={dialog === 'branch'}
        onOpenChange={opens('branch')}
      />
      <FailOverDialog
        project={project}
        replica={replica}
        open={dialog === 'fail-over'}
        onOpenChange={opens('fail-over')}
      />
      <ConfirmDialog
        open={dialog === 'rebuild'}
        onOpenChange={opens('rebuild')}
        title={`Rebuild the read replica ${shortId}`}
        confirmLabel="Rebuild replica"
        onConfirm={() => rebuild.mutateAsync(identifier)}
      >
        {replica.is_former_primary
          ? 'The data of the former primary is removed, with everything that had not reached a replica. This cannot be undone.'
          : 'Its connections end, and its data is copied from the primary again.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'drop'}
        onOpenChange={opens('drop')}
        title={`Drop the read replica ${shortId}`}
        confirmLabel="Drop replica"
        onConfirm={() => drop.mutateAsync(identifier)}
      >
        {replica.is_former_primary
          ? 'The data of the former primary is removed, with everything that had not reached a replica. This cannot be undone.'
          : 'Its connections end and its files are removed. The primary keeps all data.'}
      </ConfirmDialog>
    </>
  )
}

const because = (reason: string | undefined) => ({ ...(reason !== undefined && { reason }) })
