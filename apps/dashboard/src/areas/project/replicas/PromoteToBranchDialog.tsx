import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { BranchName } from '@basalt/contract/branches/branches.schema.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formFailure } from '../../../api/form-failure.ts'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { shortIdOf } from './replica-state.rules.ts'
import { promoteToBranch } from './replicas.queries.ts'

const describeError = formFailure(['branch_name'])

/** Asks for the name of the branch that a replica becomes. */
export function PromoteToBranchDialog({
  projectRef,
  replica,
  ...dialog
}: {
  projectRef: string
  replica: DatabaseState
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const promote = useMutation(promoteToBranch(projectRef))
  const navigate = useNavigate()
  return (
    <NameDialog
      {...dialog}
      title={`Make the replica ${shortIdOf(replica)} a branch`}
      description="It stops following the primary and can be written to, with the data that it has now. Nothing is copied. The branch has its own keys and passwords; clients of the replica have to log in again."
      action="Make it a branch"
      label="Name of the branch"
      path="branch_name"
      placeholder="year-end-report"
      maxLength={BRANCH_NAME_MAX}
      schema={BranchName}
      describeError={describeError}
      onSubmit={async (branch_name) => {
        const { project_ref } = await promote.mutateAsync({ identifier: replica.identifier, branch_name })
        void navigate({ to: '/project/$ref', params: { ref: project_ref } })
      }}
    />
  )
}
