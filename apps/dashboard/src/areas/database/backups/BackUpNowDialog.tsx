import { BACKUP_NAME_MAX } from '@basalt/contract/backups/backups.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
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
import { backUp } from './backups.queries.ts'

const describeError = formFailure<{ name: string }>(['name'])

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
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Back up now"
      description="The project stays in use. The backup is kept until you delete it."
    >
      <BackUpForm projectRef={projectRef} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function BackUpForm({ projectRef, close }: { projectRef: string; close: () => void }) {
  const { mutateAsync } = useMutation(backUp(projectRef))
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label="Back up now"
      describeError={describeError}
      onSubmit={async ({ name }) => {
        await mutateAsync(name.trim())
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name" description="What it is for, if you like.">
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={BACKUP_NAME_MAX}
              placeholder="Before the launch"
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Back up now</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
