import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { leaveOrganization } from './members.queries.ts'

export interface LeaveConfirmationProps {
  slug: string
  /** The organization's name. */
  name: string
  /** The member who leaves. */
  userId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Confirms leaving an organization. */
export function LeaveConfirmation({ slug, name, userId, ...state }: LeaveConfirmationProps) {
  const leave = useMutation(leaveOrganization(slug))
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      {...state}
      title={`Leave ${name}`}
      confirmLabel="Leave team"
      onConfirm={async () => {
        await leave.mutateAsync(userId)
        await navigate({ to: '/organizations' })
      }}
    >
      You lose access to its projects at once, and all your saved queries, private and shared, are deleted.
      Only an owner or administrator can bring you back.
    </ConfirmDialog>
  )
}
