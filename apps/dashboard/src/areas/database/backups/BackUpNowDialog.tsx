import { BACKUP_NAME_MAX } from '@basalt/contract/backups/backups.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { formFailure } from '../../../api/form-failure.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { backUp } from './backups.queries.ts'

const describeError = formFailure(['name'])

/** Backs a project up now. */
export function BackUpNowDialog({
  projectRef,
  open,
  onOpenChange,
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { mutateAsync } = useMutation(backUp(projectRef))
  return (
    <NameDialog
      title="Back up now"
      description="The project stays in use. The backup is kept until you delete it."
      hint="What it is for, if you like."
      placeholder="Before the launch"
      action="Back up now"
      maxLength={BACKUP_NAME_MAX}
      describeError={describeError}
      open={open}
      onOpenChange={onOpenChange}
      onSubmit={mutateAsync}
    />
  )
}
