import { useMutation } from '@tanstack/react-query'
import { backUp } from './backups.queries.ts'
import { NameDialog } from './NameDialog.tsx'

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
      open={open}
      onOpenChange={onOpenChange}
      onSubmit={(name) => mutateAsync(name)}
    />
  )
}
