import { DatabasePassword } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../../api/form-failure.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { resetDatabasePassword } from '../../instances/instances.queries.ts'
import { DatabasePasswordField } from './DatabasePasswordField.tsx'

const Fields = z.object({ db_pass: DatabasePassword, end_connections: z.boolean() })

/** Sets another database password. */
export function ResetPasswordDialog({
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
      title="Reset database password"
      description="Programs with the old password can no longer open new connections."
    >
      <ResetForm projectRef={projectRef} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the password from memory. */
function ResetForm({ projectRef, close }: { projectRef: string; close: () => void }) {
  const { mutateAsync: reset } = useMutation(resetDatabasePassword(projectRef))
  const form = useForm({
    resolver: zodResolver(Fields),
    defaultValues: { db_pass: '', end_connections: false },
  })
  return (
    <Form
      form={form}
      bare
      aria-label="Reset database password"
      describeError={formFailure(['db_pass'])}
      onSubmit={async ({ db_pass: password, end_connections }) => {
        await reset({ password, end_connections })
        toast({ title: 'Database password changed', tone: 'success' })
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <DatabasePasswordField control={form.control} />
        <Checkbox
          label="End open connections"
          description="Disconnects current sessions and cancels their queries."
          checked={form.watch('end_connections')}
          onCheckedChange={(isChosen) => form.setValue('end_connections', isChosen)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Reset password</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
