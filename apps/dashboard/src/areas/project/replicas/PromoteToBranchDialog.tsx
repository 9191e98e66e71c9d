import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { BranchName } from '@basalt/contract/branches/branches.schema.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { shortIdOf } from './replica-state.rules.ts'
import { promoteToBranch } from './replicas.queries.ts'

const Fields = z.object({ branch_name: BranchName })
type Fields = z.infer<typeof Fields>

const describeError = formFailure<Fields>(['branch_name'])

interface Props {
  projectRef: string
  replica: DatabaseState
}

/** Asks for the name of the branch that a replica becomes. */
export function PromoteToBranchDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Make the replica ${shortIdOf(props.replica)} a branch`}
      description="It stops following the primary and can be written to, with the data that it has now. Nothing is copied. The branch has its own keys and passwords; clients of the replica have to log in anew."
    >
      <BranchForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function BranchForm({ projectRef, replica, close }: Props & { close: () => void }) {
  const { mutateAsync } = useMutation(promoteToBranch(projectRef))
  const navigate = useNavigate()
  const form = useForm<Fields>({ resolver: zodResolver(Fields), defaultValues: { branch_name: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label="Make it a branch"
      describeError={describeError}
      onSubmit={async ({ branch_name }) => {
        const { project_ref } = await mutateAsync({ identifier: replica.identifier, branch_name })
        close()
        await navigate({ to: '/project/$ref', params: { ref: project_ref } })
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="branch_name" label="Name of the branch" required>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={BRANCH_NAME_MAX}
              placeholder="year-end-report"
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Make it a branch</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
