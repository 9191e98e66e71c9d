import { BACKUP_NAME_MAX } from '@basalt/contract/backups/backups.rules.ts'
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

const describeError = formFailure<{ name: string }>(['name'])

interface Naming {
  /** Also the label of its button. */
  title: string
  /** Below the field. */
  hint?: string
  placeholder: string
  /** Called with the trimmed name. Its failure is displayed in the form. */
  onSubmit: (name: string) => Promise<unknown>
}

/** Asks for the name of something that is made then. */
export function NameDialog({
  description,
  open,
  onOpenChange,
  ...naming
}: Naming & { description: string; open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={naming.title} description={description}>
      <NameForm {...naming} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NameForm({ title, hint, placeholder, onSubmit, close }: Naming & { close: () => void }) {
  const form = useForm({ defaultValues: { name: '' } })
  return (
    <Form
      form={form}
      bare
      aria-label={title}
      describeError={describeError}
      onSubmit={async ({ name }) => {
        await onSubmit(name.trim())
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name" {...(hint && { description: hint })}>
          {(field) => (
            <Input {...field} autoComplete="off" maxLength={BACKUP_NAME_MAX} placeholder={placeholder} />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{title}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
