import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { BranchNameField } from './BranchNameField.tsx'
import { BranchSettingsFields } from './BranchSettingsFields.tsx'
import { BranchSettings, branchChange, settingsOf } from './branch-fields.schema.ts'
import { editBranch } from './branch-list.queries.ts'

const describeError = formFailure<BranchSettings>(['branch_name', 'git_branch', 'expires_after_days'])

interface Props {
  branch: Branch
}

/** Changes the name of a branch, the git branch that it belongs to, and when it is deleted. */
export function EditBranchDialog({
  branch,
  ...dialog
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      {...dialog}
      title="Edit branch"
      description="Its ref, keys and addresses stay the same."
      size="sm"
    >
      <EditForm branch={branch} close={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

function EditForm({ branch, close }: Props & { close: () => void }) {
  const { mutateAsync } = useMutation(editBranch(branch.id))
  const form = useForm<BranchSettings>({
    resolver: zodResolver(BranchSettings),
    defaultValues: settingsOf(branch),
  })
  return (
    <Form
      form={form}
      bare
      aria-label="Edit branch"
      describeError={describeError}
      onSubmit={async (settings) => {
        await mutateAsync(branchChange(branch, settings))
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <BranchNameField />
        <BranchSettingsFields isDefault={branch.is_default} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Save branch</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
