import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { type Branch, NewBranch } from '@basalt/contract/branches/branches.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { renameBranch } from './branch-list.queries.ts'

const NewName = NewBranch.pick({ branch_name: true })

export function RenameBranchDialog({
  branch,
  open,
  onOpenChange,
}: {
  branch: Branch
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename branch"
      description="Only the name changes; the ref, keys and URLs stay the same."
      size="sm"
    >
      <RenameForm branch={branch} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts from the current name each time. */
function RenameForm({ branch, close }: { branch: Branch; close: () => void }) {
  const form = useForm({ resolver: zodResolver(NewName), defaultValues: { branch_name: branch.name } })
  const rename = useMutation(renameBranch(branch.id))
  return (
    <Form
      form={form}
      onSubmit={async ({ branch_name }) => {
        await rename.mutateAsync(branch_name)
        close()
      }}
      describeError={formFailure(['branch_name'])}
      className="gap-0!"
    >
      <DialogBody>
        <FormField control={form.control} name="branch_name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={BRANCH_NAME_MAX} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Rename branch</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
