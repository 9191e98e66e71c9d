import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { type Branch, BranchName } from '@basalt/contract/branches/branches.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { formFailure } from '../../../api/form-failure.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { renameBranch } from './branch-list.queries.ts'

const describeError = formFailure(['branch_name'])

export function RenameBranchDialog({
  branch,
  ...dialog
}: {
  branch: Branch
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const rename = useMutation(renameBranch(branch.id))
  return (
    <NameDialog
      {...dialog}
      title="Rename branch"
      description="Only the name changes; the ref, keys and URLs stay the same."
      size="sm"
      action="Rename branch"
      path="branch_name"
      initial={branch.name}
      maxLength={BRANCH_NAME_MAX}
      schema={BranchName}
      describeError={describeError}
      onSubmit={rename.mutateAsync}
    />
  )
}
