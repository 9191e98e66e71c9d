import type { BranchDetails } from '@basalt/contract/branches/branches.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CircleX,
  Ellipsis,
  GitMerge,
  GitPullRequestArrow,
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
  cancelBranchReset,
  changeBranch,
  deleteBranch,
  resetBranch,
  retryBranch,
  sendFromBranch,
} from './branch-list.queries.ts'
import { busyReason } from './branch-state.rules.ts'
import { EditBranchDialog } from './EditBranchDialog.tsx'

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
  const { id, name, project_ref: ref, is_default, sends_requests } = branch
  const [dialog, setDialog] = useState<'edit' | 'update' | 'send' | 'reset' | 'delete'>()
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeBranches, { slug, ref }))
  const { data: deleteRefusal } = useQuery(permissionQueries.refusal(needs.deleteBranches, { slug, ref }))
  const change = useMutation(changeBranch(id))
  const send = useMutation(sendFromBranch(id))
  const reset = useMutation(resetBranch())
  const retry = useMutation(retryBranch())
  const cancelReset = useMutation(cancelBranchReset())
  const remove = useMutation(deleteBranch())
  const isCopying = branch.status === 'COMING_UP'
  const busy = busyReason(branch)
  const resetRefusal = refusal ?? (branch.past_moment === null ? busy : 'It shows a past moment')
  const source =
    branches.find(({ project_ref }) => project_ref === branch.source_project_ref) ??
    branches.find((one) => one.is_default)
  const made = branches.filter(({ source_project_ref }) => source_project_ref === ref && !is_default)
  const opens = (which: typeof dialog) => (isOpen: boolean) => setDialog(isOpen ? which : undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`Actions of the branch ${name}`} size="sm" />}
      >
        <MenuItem icon={PencilLine} {...because(refusal)} onSelect={() => setDialog('edit')}>
          Edit
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
            ) : branch.is_resetting ? (
              <MenuItem icon={CircleX} {...because(refusal)} onSelect={() => cancelReset.mutate(id)}>
                Cancel reset
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
      <EditBranchDialog branch={branch} open={dialog === 'edit'} onOpenChange={opens('edit')} />
      <UpdateFromParentDialog branch={branch} open={dialog === 'update'} onOpenChange={opens('update')} />
      <ConfirmDialog
        open={dialog === 'send'}
        onOpenChange={opens('send')}
        title={`Send webhooks and requests from ${name}`}
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
        was changed on this branch is lost
        {branch.review_requested_at === null
          ? '.'
          : ', and its open merge request has nothing left to merge.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={opens('delete')}
        title={`Delete the branch ${name}`}
        confirmLabel="Delete branch"
        onConfirm={() => remove.mutateAsync(id)}
      >
        Its database and keys are removed. Production keeps all of its data. This cannot be undone.
        {made.length > 0 &&
          ` ${namesOf(made)} ${made.length === 1 ? 'was' : 'were'} made from it, and can then only be merged after a reset, which replaces what ${made.length === 1 ? 'it has' : 'they have'} by the data of production.`}
      </ConfirmDialog>
    </>
  )
}

const namesOf = (branches: readonly Pick<BranchDetails, 'name'>[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(branches.map(({ name }) => name))

const because = (reason: string | undefined) => ({ ...(reason !== undefined && { reason }) })
