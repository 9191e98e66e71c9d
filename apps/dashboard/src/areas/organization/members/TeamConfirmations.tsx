import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { LeaveConfirmation } from './LeaveConfirmation.tsx'
import { removeMember, revokeInvitation, transferOwnership } from './members.queries.ts'
import type { TeamAction } from './TeamRowMenu.tsx'

/** The confirmations of the team page; at most one is open. */
export function TeamConfirmations({
  slug,
  name,
  action,
  close,
}: {
  slug: string
  /** The organization's name. */
  name: string
  action: TeamAction | undefined
  close: () => void
}) {
  const remove = useMutation(removeMember(slug))
  const transfer = useMutation(transferOwnership(slug))
  const revoke = useMutation(revokeInvitation(slug))
  const dialogProps = (kind: TeamAction['kind']) => ({
    open: action?.kind === kind,
    onOpenChange: (open: boolean) => !open && close(),
  })
  const member = action && 'member' in action ? action.member : undefined
  const invitation = action && 'invitation' in action ? action.invitation : undefined
  return (
    <>
      <ConfirmDialog
        {...dialogProps('remove')}
        title={`Remove ${member?.email ?? 'member'}`}
        confirmLabel="Remove member"
        onConfirm={() => member && remove.mutateAsync(member.user_id)}
      >
        They lose access to {name} and its projects at once; their running queries are not cancelled. All
        their saved queries, private and shared, are deleted. You can invite them again.
      </ConfirmDialog>
      {member && (
        <LeaveConfirmation {...dialogProps('leave')} slug={slug} name={name} userId={member.user_id} />
      )}
      <ConfirmDialog
        {...dialogProps('transfer')}
        title={`Transfer ownership to ${member?.email ?? 'member'}`}
        confirmLabel="Transfer ownership"
        onConfirm={() => member && transfer.mutateAsync(member.user_id)}
      >
        They become the owner of {name} and you become an administrator. Only they can undo it.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogProps('revoke')}
        title={`Revoke the invitation of ${invitation?.email ?? 'someone'}`}
        confirmLabel="Revoke invitation"
        onConfirm={() => invitation && revoke.mutateAsync(invitation.id)}
      >
        Its link stops working at once. You can invite this address again.
      </ConfirmDialog>
    </>
  )
}
