import { migrationFileName } from '@basalt/contract/migrations/migrations.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { MigrationFields } from './migration-fields.schema.ts'
import { makeMigration } from './migrations.queries.ts'

interface Props {
  projectRef: string
  /** Ids of changes. */
  changes: readonly string[]
  onMade: () => void
}

/** Makes a migration of changes, downloads its file, and adds it to the history if wanted. */
export function MakeMigrationDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make a migration"
      description="A file that makes the chosen changes again, in the order in which they were made."
    >
      <MigrationForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

const describeError = formFailure<MigrationFields>(['name', 'record'])

function MigrationForm({ projectRef, changes, onMade, close }: Props & { close: () => void }) {
  const { mutateAsync: make } = useMutation(makeMigration(projectRef))
  const form = useForm<MigrationFields>({
    resolver: zodResolver(MigrationFields),
    defaultValues: { name: '', record: true },
  })
  const submit = async (fields: MigrationFields) => {
    const { version, name, sql, is_recorded } = await make({ ...fields, changes: [...changes] })
    downloadFile(migrationFileName(version, name), 'application/sql', [sql])
    toast({ tone: 'success', title: is_recorded ? 'Migration made and recorded' : 'Migration made' })
    onMade()
    close()
  }
  return (
    <Form form={form} bare aria-label="Make a migration" describeError={describeError} onSubmit={submit}>
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="name"
          label="Name"
          description="The file’s name begins with the time."
        >
          {(field) => <Input autoComplete="off" spellCheck={false} placeholder="add_orders" {...field} />}
        </FormField>
        <FormField control={form.control} name="record" label="History">
          {({ value, onValueChange, name }) => (
            <Checkbox
              name={name}
              checked={value}
              onCheckedChange={onValueChange}
              label="Record it as applied in this database"
              description="Tools that apply migrations then skip it here, where the changes already exist."
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Download migration</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
