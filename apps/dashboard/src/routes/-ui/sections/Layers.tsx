import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Specimen } from '../Specimen.tsx'

export function Layers() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'refused' | 'sheet'>()
  const bind = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
  })
  const close = () => setOpen(undefined)
  return (
    <Specimen name="Dialog, confirmation, sheet, popover, tooltip" wide>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm by typing</Button>
        <Button onClick={() => setOpen('refused')}>Confirm, refused</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Popover trigger={<Button>Popover</Button>} title="Connection limit">
          <p className="text-ink-muted">60 direct connections; 3 are kept for administrators.</p>
        </Popover>
        <Tooltip content="A hint on hover and focus">
          <Button variant="ghost">Tooltip</Button>
        </Tooltip>
      </div>
      <Dialog {...bind('dialog')} title="Rename project" description="Members see the new name at once.">
        <Rename close={close} />
      </Dialog>
      <ConfirmDialog
        {...bind('confirm')}
        title="Delete project production"
        confirmLabel="Delete project"
        typeToConfirm="production"
        onConfirm={() => {}}
      >
        Its database, files and backups are removed. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        {...bind('refused')}
        title="Restart project production"
        confirmLabel="Restart project"
        tone="primary"
        onConfirm={() => Promise.reject(new Error('The project is coming up; wait until it is healthy'))}
      >
        Open connections are closed.
      </ConfirmDialog>
      <Sheet {...bind('sheet')} title="Row 4" description="public.orders">
        <SheetBody>
          {['id', 'customer', 'total'].map((column) => (
            <Field key={column} label={column}>
              <Input />
            </Field>
          ))}
        </SheetBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </DialogFooter>
      </Sheet>
    </Specimen>
  )
}

/** A form inside a dialog. The name "taken" is refused. */
function Rename({ close }: { close: () => void }) {
  const form = useForm({ defaultValues: { name: 'production' } })
  return (
    <Form
      bare
      form={form}
      onSubmit={({ name }) => {
        if (name === 'taken') throw new Error('Another project has this name')
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="name" label="Name">
          {(field) => <Input {...field} />}
        </FormField>
      </DialogBody>
      <DialogFooter aside="The reference stays">
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Rename</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
