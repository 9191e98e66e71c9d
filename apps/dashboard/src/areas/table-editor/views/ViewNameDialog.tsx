import { TABLE_VIEW_NAME_MAX } from '@basalt/contract/table-views/table-views.rules.ts'
import { NewTableView } from '@basalt/contract/table-views/table-views.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
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

const Named = NewTableView.pick({ name: true })

export interface ViewNameDialogProps {
  open: boolean
  close: () => void
  title: 'Save as view' | 'Rename view'
  name: string
  onSubmit: (name: string) => Promise<unknown>
}

/** Asks for the name of a new view, or for another one. */
export function ViewNameDialog({ open, close, title, name, onSubmit }: ViewNameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && close()} title={title} size="sm">
      <NameForm title={title} name={name} onSubmit={onSubmit} close={close} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts with the current name each time. */
function NameForm({ title, name, onSubmit, close }: Omit<ViewNameDialogProps, 'open'>) {
  const form = useForm({ resolver: zodResolver(Named), defaultValues: { name } })
  return (
    <Form
      form={form}
      bare
      aria-label={title}
      describeError={formFailure(['name'])}
      onSubmit={async (values) => {
        await onSubmit(values.name)
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={TABLE_VIEW_NAME_MAX} />}
        </FormField>
        <p className="text-ink-muted text-sm">Everybody in the project can use this view.</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{title === 'Save as view' ? 'Save view' : 'Rename view'}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
