import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { removeMember, revokeInvitation, transferOwnership } from './members.queries.ts'
import type { TeamAction } from './TeamRowMenu.tsx'

/** Asks before what is hard to undo; at most one question is open. */
export function TeamQuestions({
  slug,
  name,
  action,
  close,
}: {
  slug: string
  /** The organization's. */
  name: string
  action: TeamAction | undefined
  close: () => void
}) {
  const remove = useMutation(removeMember(slug))
  const transfer = useMutation(transferOwnership(slug))
  const revoke = useMutation(revokeInvitation(slug))
  const asks = (kind: TeamAction['kind']) => ({
    open: action?.kind === kind,
    onOpenChange: (open: boolean) => !open && close(),
  })
  const member = action && 'member' in action ? action.member : undefined
  const invitation = action && 'invitation' in action ? action.invitation : undefined
  return (
    <>
      <ConfirmDialog
        {...asks('remove')}
        title={`Remove ${member?.email ?? 'member'}`}
        confirmLabel="Remove member"
        onConfirm={() => member && remove.mutateAsync(member.user_id)}
      >
        They lose access to {name} and its projects at once, and their running queries go on until they end.
        All their saved queries, private and shared, are deleted. You can invite them again.
      </ConfirmDialog>
      {member && <LeaveQuestion {...asks('leave')} slug={slug} name={name} userId={member.user_id} />}
      <ConfirmDialog
        {...asks('transfer')}
        title={`Transfer ownership to ${member?.email ?? 'member'}`}
        confirmLabel="Transfer ownership"
        onConfirm={() => member && transfer.mutateAsync(member.user_id)}
      >
        They become the owner of {name} in your place, and you become an administrator. Only they can undo it.
      </ConfirmDialog>
      <ConfirmDialog
        {...asks('revoke')}
        title={`Revoke the invitation of ${invitation?.email ?? 'somebody'}`}
        confirmLabel="Revoke invitation"
        onConfirm={() => invitation && revoke.mutateAsync(invitation.id)}
      >
        Its link stops working at once. You can invite this address again.
      </ConfirmDialog>
    </>
  )
}
