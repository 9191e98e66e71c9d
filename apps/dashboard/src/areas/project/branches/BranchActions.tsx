import type { BranchDetails } from '@basalt/contract/branches/branches.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Anchor,
  Ellipsis,
  GitMerge,
  GitPullRequestArrow,
  Hourglass,
  PencilLine,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { UpdateFromParentDialog } from '../merge-requests/UpdateFromParentDialog.tsx'
import {
  changeBranch,
  deleteBranch,
  resetBranch,
  retryBranch,
  sendFromBranch,
} from './branch-list.queries.ts'
import { busyReason } from './branch-state.rules.ts'
import { RenameBranchDialog } from './RenameBranchDialog.tsx'

/** What can be done with a branch; disabled actions have a reason. */
export function BranchActions({
  branch,
  branches,
  slug,
}: {
  branch: BranchDetails
  branches: readonly BranchDetails[]
  slug: string
}) {
  const { id, name, project_ref: ref, is_default, persistent, sends_requests } = branch
  const [dialog, setDialog] = useState<'rename' | 'update' | 'send' | 'reset' | 'delete'>()
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeBranches, { slug, ref }))
  const { data: deleteRefusal } = useQuery(permissionQueries.refusal(needs.deleteBranches, { slug, ref }))
  const change = useMutation(changeBranch(id))
  const send = useMutation(sendFromBranch(id))
  const reset = useMutation(resetBranch())
  const retry = useMutation(retryBranch())
  const remove = useMutation(deleteBranch())
  const isCopying = branch.status === 'COMING_UP'
  const busy = busyReason(branch)
  const resetRefusal = refusal ?? (branch.past_moment === null ? busy : 'It shows a past moment')
  const source =
    branches.find(({ project_ref }) => project_ref === branch.source_project_ref) ??
    branches.find((one) => one.is_default)
  const opens = (which: typeof dialog) => (isOpen: boolean) => setDialog(isOpen ? which : undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`Actions of the branch ${name}`} size="sm" />}
      >
        <MenuItem icon={PencilLine} {...because(refusal)} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        {branch.past_moment === null && (
          <MenuItem icon={GitMerge} link={<Link to="/project/$ref/merge" params={{ ref }} />}>
            {is_default ? 'Merge requests' : 'Merge request'}
          </MenuItem>
        )}
        {!is_default && (
          <>
            <MenuItem
              icon={GitPullRequestArrow}
              {...because(resetRefusal)}
              onSelect={() => setDialog('update')}
            >
              Update from parent
            </MenuItem>
            <MenuItem
              icon={persistent ? Hourglass : Anchor}
              {...because(refusal)}
              onSelect={() => change.mutate({ persistent: !persistent })}
            >
              {persistent ? 'Make it a preview' : 'Make it persistent'}
            </MenuItem>
            <MenuItem
              icon={Send}
              {...because(refusal)}
              onSelect={() => (sends_requests ? change.mutate({ sends_requests: false }) : setDialog('send'))}
            >
              {sends_requests ? 'Stop webhooks and requests' : 'Send webhooks and requests'}
            </MenuItem>
            {branch.status === 'INIT_FAILED' && branch.past_moment === null ? (
              <MenuItem icon={RotateCcw} {...because(refusal)} onSelect={() => retry.mutate(id)}>
                Try again
              </MenuItem>
            ) : (
              <MenuItem icon={RotateCcw} {...because(resetRefusal)} onSelect={() => setDialog('reset')}>
                Reset
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              destructive
              {...because(deleteRefusal ?? (isCopying ? undefined : busy))}
              onSelect={() => setDialog('delete')}
            >
              {isCopying && branch.copied_at === null ? 'Cancel creation' : 'Delete'}
            </MenuItem>
          </>
        )}
      </Menu>
      <RenameBranchDialog branch={branch} open={dialog === 'rename'} onOpenChange={opens('rename')} />
      <UpdateFromParentDialog branch={branch} open={dialog === 'update'} onOpenChange={opens('update')} />
      <ConfirmDialog
        open={dialog === 'send'}
        onOpenChange={opens('send')}
        title={`Send from the branch ${name}`}
        confirmLabel="Send"
        tone="primary"
        onConfirm={() => send.mutateAsync()}
      >
        Events of its webhooks go to the addresses that {source?.name ?? 'its source'} uses, and HTTP requests
        of its SQL are sent. What happened before stays unsent.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'reset'}
        onOpenChange={opens('reset')}
        title={`Reset the branch ${name}`}
        confirmLabel="Reset branch"
        onConfirm={() => reset.mutateAsync(id)}
      >
        Its data and schema are replaced by what {source?.name ?? 'its source'} has now. Connections end. What
        was changed on this branch is lost.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={opens('delete')}
        title={`Delete the branch ${name}`}
        confirmLabel="Delete branch"
        onConfirm={() => remove.mutateAsync(id)}
      >
        Its database and keys are removed. Production keeps all of its data. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const because = (reason: string | undefined) => ({ ...(reason !== undefined && { reason }) })
